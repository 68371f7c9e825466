import { Module } from '@nestjs/common';
import { MemberTransport } from './member-transport.js';
import { TransportRouter } from './transport-router.js';
@Module({
  providers: [TransportRouter, { provide: MemberTransport, useExisting: TransportRouter }],
  exports: [MemberTransport, TransportRouter],
})
export class TransportsModule {}
