import { badField } from '../../federation/problem.js';
import { JsonFault } from '../../json-text/json-fault.js';
import { readDocument } from '../../json-text/json-row.js';
import { idInPath, jsonBody, type OwnerRoute } from '../../routing/owner-route.js';
import { failingQueue, redirect } from './owned-records.js';

/**
 * `POST redirects`: a redirect belongs where its source queue has failures; to every member listing the address, and to
 * the lead when none does (decision 28).
 */
export const redirectByQueue: OwnerRoute = {
  words: 'members whose failing queues list the address, else the lead',
  record: failingQueue,
  orLead: true,
  read: async (call) => {
    const body = await jsonBody(call);
    return { kind: 'one', id: addressOf(body) };
  },
};

/** `PUT` and `DELETE redirects/{id}`: the members that list the redirect. */
export const redirectById: OwnerRoute = idInPath(redirect, 'messageRedirectId');

function addressOf(body: Buffer): string {
  try {
    for (const { key, value } of readDocument(body).fields()) {
      if (key.toLowerCase() === 'fromphysicaladdress') return value.text() ?? '';
    }
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault;
    throw badField('body', 'expected a JSON object with fromphysicaladdress and tophysicaladdress');
  }
  return '';
}
