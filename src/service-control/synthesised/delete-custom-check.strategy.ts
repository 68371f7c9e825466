import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../../federation/federated-call.js';
import type { FederatedReply } from '../../federation/federated-reply.js';
import { badField } from '../../federation/problem.js';
import type { Strategy } from '../../federation/strategy.js';
import { idInPath } from '../../routing/owner-route.js';
import { RouteToOwner } from '../../strategies.js';
import { customCheck } from '../rules/owned-records.js';
import { ReportedMembers } from './reported-members.js';

const guid = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i;

/** R: mutes a custom check at the member that has it; a check about a member that is down is hidden here. */
@Injectable()
export class DeleteCustomCheck implements Strategy {
  constructor(
    private readonly owners: RouteToOwner,
    private readonly reported: ReportedMembers,
  ) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    const id = call.param('id') ?? '';
    if (!guid.test(id)) throw badField('id', `the value '${id.slice(0, 40)}' is no GUID`);
    if (this.reported.dismiss(call, id)) return { status: 202, headers: {} };
    return this.owners.handle(call, idInPath(customCheck, 'id'));
  }
}
