import { emptyReply, jsonReply, type Reply, textReply, withHeaders } from '../../http/reply.js';
import type { PrimaryCall } from '../call.js';
import { emailSettingsOut } from '../email-settings.js';
import { readObject } from '../json-body.js';
import { jsonText } from '../json-out.js';
import { route } from '../route.js';

/** Contract 5.8. */
export const notifications = [
  ...route('GET notifications/email', 'error:notifications:view', ({ state }) =>
    jsonReply(jsonText(emailSettingsOut(state.email))),
  ),
  ...route('POST notifications/email', 'error:notifications:manage', replace),
  ...route('POST notifications/email/toggle', 'error:notifications:manage', toggle),
  ...route('POST notifications/email/test', 'error:notifications:test', test),
];

/** Replaces everything but the switch. */
function replace({ request, state }: PrimaryCall): Reply {
  const body = readObject(request);
  const text = (name: string): string | undefined => {
    const value = body.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const port = body.get('smtp_port');
  state.email = {
    isEnabled: state.email.isEnabled,
    smtpServer: text('smtp_server'),
    smtpPort: typeof port === 'number' ? port : 0,
    account: text('authorization_account'),
    password: text('authorization_password'),
    isTlsEnabled: body.get('enable_tls') === true,
    from: text('from'),
    to: text('to'),
  };
  return emptyReply(200);
}

function toggle({ request, state }: PrimaryCall): Reply {
  state.email = { ...state.email, isEnabled: readObject(request).get('enabled') === true };
  return emptyReply(200);
}

/** Sent at once; a failure is told in plain text. */
function test({ state }: PrimaryCall): Reply {
  if (state.emailFault === undefined) return emptyReply(202);
  return withHeaders(textReply(500, 'text/plain; charset=utf-8', state.emailFault), [
    ['X-Particular-Reason', 'Error sending test email notification'],
  ]);
}
