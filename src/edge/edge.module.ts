import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { Draining } from './draining.js';
import { ProblemFilter } from './problem.filter.js';

/** Where requests come in: ids, forwarded headers, CORS, problems. */
@Module({ providers: [Draining, { provide: APP_FILTER, useClass: ProblemFilter }] })
export class EdgeModule {}
