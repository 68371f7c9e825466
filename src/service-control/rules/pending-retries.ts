import { readDocument } from '../../json-text/json-row.js';
import { JsonFault } from '../../json-text/json-fault.js';
import { jsonBody, listTarget, unprocessable, type OwnerRoute } from '../../routing/owner-route.js';
import { badField } from '../../federation/problem.js';
import { failedMessage } from './owned-records.js';

/**
 * `PATCH pendingretries/resolve`: `uniquemessageids` goes to the owners, a range `from`, `to` to every member. When
 * the ids are there, even as an empty list, the range is ignored (contract 6.8).
 */
export const pendingToResolve: OwnerRoute = {
  words: 'failed-message ids in the body, or a range for everyone',
  record: failedMessage,
  read: async (call) => {
    const body = await jsonBody(call);
    const document = readObject(body);
    const fields = new Map([...document.fields()].map(({ key, value }) => [key.toLowerCase(), value]));
    const ids = fields.get('uniquemessageids');
    if (ids !== undefined && ids.bytes.toString() !== 'null') {
      return listTarget(ids.bytes, { status: 422, field: 'UniqueMessageIds' }, (part) =>
        Buffer.from(JSON.stringify({ uniquemessageids: part })),
      );
    }
    if (!fields.has('from') || !fields.has('to')) throw unprocessable(fields.has('from') ? 'To' : 'From');
    return { kind: 'everyone' };
  },
};

function readObject(body: Buffer) {
  try {
    const document = readDocument(body);
    if (document.bytes[0] === 0x7b) return document;
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault;
  }
  throw badField('body', 'expected a JSON object with uniquemessageids, or from and to');
}
