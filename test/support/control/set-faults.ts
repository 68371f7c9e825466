import type { Fault, Faults, FaultTarget } from '../http/faults.js';
import { ControlFault, isObject } from './asked.js';

/** A fault and the requests it meets, as the control port takes and shows it. */
export type TargetedFault = FaultTarget & { readonly fault: SendableFault };
/** Every fault but the one that is a function. */
export type SendableFault = Exclude<Fault, { readonly kind: 'rewrite' }>;

const kinds: Readonly<Record<SendableFault['kind'], true>> = {
  delay: true,
  hold: true,
  'never-answer': true,
  status: true,
  crash: true,
  html: true,
  redirect: true,
  raw: true,
  truncate: true,
  reset: true,
  drip: true,
  bom: true,
  'content-type': true,
  header: true,
  body: true,
  rows: true,
  bomb: true,
  'content-encoding': true,
  'close-after-reply': true,
  'close-idle': true,
};

/** Puts the faults of a body, one or a list of them, in the place of those that are set. */
export function setFaults(faults: Faults, body: unknown): void {
  const given: readonly unknown[] = Array.isArray(body) ? body : [body];
  const read = given.map(readFault);
  faults.clear();
  for (const { fault, ...target } of read) faults.add(fault, target);
}

function readFault(value: unknown): TargetedFault {
  if (!isObject(value) || !isObject(value.fault) || !isKind(value.fault.kind)) {
    throw new ControlFault(400, `fault must be an object whose kind is one of ${Object.keys(kinds).join(', ')}`);
  }
  const { method, path, times } = value;
  return {
    // A kind with the wrong companions harms nobody but the test that sent it.
    fault: value.fault as SendableFault,
    ...optional('method', method, 'string'),
    ...optional('path', path, 'string'),
    ...optional('times', times, 'number'),
  };
}

function isKind(kind: unknown): kind is SendableFault['kind'] {
  return typeof kind === 'string' && Object.hasOwn(kinds, kind);
}

function optional(field: string, value: unknown, type: 'string' | 'number'): FaultTarget {
  if (value === undefined) return {};
  if (typeof value !== type) throw new ControlFault(400, `${field} must be a ${type === 'string' ? 'text' : type}`);
  return { [field]: value };
}
