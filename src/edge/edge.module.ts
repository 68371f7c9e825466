import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ProblemFilter } from './problem.filter.js';

/** Where requests come in: ids, forwarded headers, CORS, problems. */
@Module({ providers: [{ provide: APP_FILTER, useClass: ProblemFilter }] })
export class EdgeModule {}
