import { brotliDecompressSync } from 'node:zlib';
import type { RecordedRequest } from '../http/recorded-request.js';
import type { JsonOut } from './json-out.js';
import { Instead } from './outcome.js';
import { invalid } from './problems.js';

export type LicenseDetails = { readonly [name: string]: JsonOut };

/** Names of the uploaded document, as code spells them, and as they are shown (licensing 4.2, 4.3). */
const shownNames: Readonly<Record<string, string>> = {
  licenseid: 'license_id',
  endpoints: 'endpoints',
  name: 'name',
  classification: 'classification',
  endpointsize: 'endpoint_size',
  queues: 'queues',
  namehash: 'name_hash',
  scopehash: 'scope_hash',
  infrastructurequeues: 'infrastructure_queues',
  excludedqueues: 'excluded_queues',
  serviceenddate: 'service_end_date',
  products: 'products',
  productcode: 'product_code',
  monthlythroughput: 'monthly_throughput',
};

/** The form field `file` as Brotli-compressed JSON; 400 without the field, an unhandled error when it is anything else. */
export function readUpload(request: RecordedRequest): LicenseDetails {
  const content = formFile(request);
  if (content === undefined) throw new Instead(invalid({ file: ['The file field is required.'] }));
  const document = JSON.parse(brotliDecompressSync(content).toString()) as unknown;
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new Error('no license details');
  const empty = { endpoints: [], infrastructure_queues: [], excluded_queues: [], products: [] };
  return { ...empty, ...(renamed(document) as LicenseDetails) };
}

function formFile(request: RecordedRequest): Buffer | undefined {
  const type = request.header('Content-Type') ?? '';
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary === undefined) return undefined;
  for (const part of request.body.toString('latin1').split(`--${boundary}`)) {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const isFile = /name="?file"?(;|\r|$)/i.test(head) && /filename/i.test(head);
    if (isFile) return Buffer.from(rest.join('\r\n\r\n').replace(/\r\n$/, ''), 'latin1');
  }
  return undefined;
}

/** Unknown names, snake_case ones among them, are not read. */
function renamed(value: unknown): JsonOut {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value as JsonOut;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const shown = shownNames[name.toLowerCase()];
    return shown === undefined ? [] : [[shown, renamed(member)] as const];
  });
  return Object.fromEntries(members);
}
