import { Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module.js';
import { TransportsModule } from '../transports/transports.module.js';
import { Broadcast } from './broadcast.strategy.js';
import { CommandReplies } from './command-replies.js';
import { DocumentReader } from './document-reader.js';
import { FanOut } from './fan-out.js';
import { LastKnown } from './last-known.js';
import { Lead } from './lead.strategy.js';
import { OddAnswers } from './odd-answers.js';

/** Asking many members. */
@Module({
  imports: [TransportsModule, HealthModule],
  providers: [OddAnswers, FanOut, CommandReplies, LastKnown, DocumentReader, Lead, Broadcast],
  exports: [FanOut, CommandReplies, DocumentReader, Lead, Broadcast],
})
export class FanOutModule {}
