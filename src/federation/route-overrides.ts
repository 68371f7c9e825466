import { rowName, type Row } from './route.js';
import type { Surface } from './surface.js';

/**
 * Rows that replace built-in ones of the same method and path, per surface name. Settings and outside modules use
 * them; replacing a row is always explicit.
 */
export class RouteOverrides {
  private readonly rows = new Map<string, Row>();

  constructor(overrides: Readonly<Record<string, readonly (readonly Row[])[]>> = {}) {
    for (const [surfaceName, replaced] of Object.entries(overrides)) {
      for (const row of replaced.flat()) this.rows.set(keyOf(surfaceName, row), row);
    }
  }

  apply(surface: Surface, declared: Row): Row {
    return this.rows.get(keyOf(surface.name, declared)) ?? declared;
  }
}

/** Parameters are the same path whatever they are called, but an optional one is not. */
function keyOf(surfaceName: string, row: Row): string {
  const path = rowName(row).replace(/\{[A-Za-z]+(\??)\}/g, '{$1}');
  return `${surfaceName} ${path.toLowerCase()}`;
}
