import type { Route } from './call.js';
import type { Permission } from './permissions.js';

type Answer = Route['answer'];

const always = { since: '0.0.0', isOfNext: false };

/** `route('GET errors', 'error:messages:view', answer)`; two methods are written `POST/PATCH errors/archive`. */
export function route(line: string, permission: Permission, answer: Answer): readonly Route[] {
  return rows(line).map((row) => ({ ...always, ...row, isAnonymous: false, permission, answer }));
}

export function anonymous(line: string, answer: Answer): readonly Route[] {
  return rows(line).map((row) => ({ ...always, ...row, isAnonymous: true, permission: undefined, answer }));
}

/** A token is enough. */
export function authenticated(line: string, answer: Answer): readonly Route[] {
  return rows(line).map((row) => ({ ...always, ...row, isAnonymous: false, permission: undefined, answer }));
}

export function since(version: string, routes: readonly Route[]): readonly Route[] {
  return routes.map((row) => ({ ...row, since: version }));
}

/** Only in the later state of ServiceControl. */
export function ofNext(routes: readonly Route[]): readonly Route[] {
  return routes.map((row) => ({ ...row, isOfNext: true }));
}

function rows(line: string): readonly { readonly method: string; readonly template: string }[] {
  const [methods = '', template = ''] = line.split(' ');
  return methods.split('/').map((method) => ({ method, template }));
}
