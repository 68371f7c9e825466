import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../../federation/federated-call.js';
import type { FederatedReply } from '../../federation/federated-reply.js';
import type { Strategy } from '../../federation/strategy.js';
import { SortedPage } from '../../strategies.js';
import { customChecks } from '../rules/custom-checks.js';
import { downMemberChecks } from '../rules/down-members.js';
import { ReportedMembers } from './reported-members.js';

/** P: the members' custom checks, and one failing check of the gateway's own for each member that is down (decision 8e). */
@Injectable()
export class CustomChecks implements Strategy {
  constructor(
    private readonly pages: SortedPage,
    private readonly reported: ReportedMembers,
  ) {}

  handle(call: FederatedCall): Promise<FederatedReply> {
    const isPassing = call.query.get('status')?.toLowerCase() === 'pass';
    const down = isPassing ? [] : this.reported.list(call);
    return this.pages.page(call, customChecks, down.length === 0 ? undefined : downMemberChecks(down));
  }
}
