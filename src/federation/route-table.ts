import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { rowName } from './route.js';
import { templateMatcher } from './route-path.js';
import { rowsOf, type TableEntry } from './row-metadata.js';
import type { Surface } from './surface.js';

/** Every row that any controller serves, built-in and from outside modules, after overrides. */
@Injectable()
export class RouteTable implements OnModuleInit {
  private entries: readonly TableEntry[] = [];
  private matchers: readonly { readonly entry: TableEntry; readonly match: ReturnType<typeof templateMatcher> }[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error when two rows have the same method and path, which would leave one of them unreachable */
  onModuleInit(): void {
    this.entries = this.discovery.getControllers().flatMap((controller) => rowsOf(controller.metatype));
    const seen = new Set<string>();
    for (const { surface, row } of this.entries) {
      const name = `${surface.name}: ${rowName(row)}`;
      const identity = name.toLowerCase().replace(/\{[^}]*\}/g, '{}');
      if (seen.has(identity))
        throw new Error(`the route "${name}" is declared twice; use an override to replace a row`);
      seen.add(identity);
    }
    this.matchers = this.entries.map((entry) => ({ entry, match: templateMatcher(entry.row.template) }));
  }

  all(): readonly TableEntry[] {
    return this.entries;
  }

  /** Methods that some row of the surface accepts at a raw path, in the order of an `Allow` header (contract 1.4). */
  methodsAt(surface: Surface, rawPath: string): readonly string[] {
    const methods = this.matchers
      .filter(({ entry, match }) => entry.surface.name === surface.name && match(rawPath) !== undefined)
      .map(({ entry }) => entry.row.method);
    return [...new Set<string>(methods)].sort();
  }
}
