import type { Row } from './route.js';
import type { Surface } from './surface.js';

/** One row and the surface it is served on. */
export interface TableEntry {
  readonly surface: Surface;
  readonly row: Row;
}

export const rowsKey = 'federation:rows';
export const rowKey = 'federation:row';

/** The rows of a controller class; empty for controllers that are not federated. */
export function rowsOf(controller: object | null | undefined): readonly TableEntry[] {
  if (controller === null || controller === undefined) return [];
  return (Reflect.getMetadata(rowsKey, controller) as readonly TableEntry[] | undefined) ?? [];
}

/** The row behind a handler, for guards and interceptors. */
export function rowOf(handler: object): Row | undefined {
  return Reflect.getMetadata(rowKey, handler) as Row | undefined;
}
