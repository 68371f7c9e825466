import { Controller, Get } from '@nestjs/common';
import { Operators } from '../federation/access.decorators.js';
import { RouteOverrides } from '../federation/route-overrides.js';
import { RouteTable } from '../federation/route-table.js';
import { letterOf, wordsOf } from './route-words.js';

/** `GET /gateway/routes`: the whole route table as it is in force. */
@Operators()
@Controller('gateway/routes')
export class RoutesController {
  constructor(
    private readonly table: RouteTable,
    private readonly overrides: RouteOverrides,
  ) {}

  @Get()
  routes(): readonly object[] {
    return this.table.all().map(({ surface, row: declared }) => {
      const row = this.overrides.apply(surface, declared);
      return {
        surface: surface.name,
        method: row.method,
        path: `/${surface.mountPath}/${row.template}`.replace(/\/$/, ''),
        letter: letterOf(row.strategy),
        strategy: row.strategy.name,
        anonymous: row.anonymous,
        options: wordsOf(row.options),
      };
    });
  }
}
