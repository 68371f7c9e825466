import { toEscapedJson, type JsonOut as EscapedOut } from '../../fake-monitoring/dotnet-json.js';
import { jsonReply, type Reply } from '../../http/reply.js';
import type { PrimaryCall } from '../call.js';
import { route } from '../route.js';
import { askAudits } from '../scatter-gather.js';

/** What endpoints need to connect (contract 5.5): names as in code, other characters escaped. */
export const connection = route('GET connection', 'error:connections:view', shown);

function shown(call: PrimaryCall): Reply {
  const { configuration } = call.state;
  const queue = configuration.instanceName;
  const settings: Record<string, EscapedOut> = {
    Heartbeats: { Enabled: true, HeartbeatsQueue: queue, Frequency: '00:00:10', TimeToLive: '00:00:40' },
    CustomChecks: { Enabled: true, CustomChecksQueue: queue },
    ErrorQueue: 'error',
  };
  const errors: string[] = [];
  const audits = askAudits(call, ({ spec }) => spec.connection ?? usualConnection, {});
  for (const [k, { answer }] of audits.entries()) {
    const uri = call.instance.audits[k]?.shownUri ?? '';
    if (answer === undefined) errors.push(`Unable to retrieve connection details from remote instance: ${uri}`);
    for (const [name, value] of Object.entries(answer ?? {})) settings[freeName(settings, name)] = value as EscapedOut;
  }
  return jsonReply(toEscapedJson({ settings, errors }));
}

const usualConnection = {
  MessageAudit: { Enabled: true, AuditQueue: 'audit' },
  SagaAudit: { Enabled: true, SagaAuditQueue: 'audit' },
};

/** A name that is taken gets the next free number. */
function freeName(settings: Readonly<Record<string, EscapedOut>>, name: string): string {
  if (settings[name] === undefined) return name;
  let number = 1;
  while (settings[`${name}${String(number)}`] !== undefined) number += 1;
  return `${name}${String(number)}`;
}
