import { brotliCompressSync } from 'node:zlib';
import type { ClientCall } from '../call.js';
import { usageRow } from '../rows.js';
import { date, filledText, flag, list, listOrEmpty, number, object, optional, text } from '../shape.js';

const setting = object({ name: filledText, description: text });
const redirect = { fromphysicaladdress: 'Web.Orders@SRV2', tophysicaladdress: 'Elsewhere@SRV2' };
const email = {
  smtp_server: 'mail.example',
  smtp_port: 25,
  authorization_account: '',
  authorization_password: '',
  enable_tls: false,
  from: 'a@example.com',
  to: 'b@example.com',
};

/** Calls of the configuration and usage pages. */
export const configuration: readonly ClientCall[] = [
  {
    call: 'GET {SC}redirects',
    headers: ['Total-Count'],
    reads: list(
      object({
        message_redirect_id: filledText,
        from_physical_address: filledText,
        to_physical_address: filledText,
        last_modified: date,
      }),
    ),
  },
  {
    call: 'GET {SC}notifications/email',
    reads: object({
      enabled: flag,
      enable_tls: flag,
      smtp_server: optional(text),
      smtp_port: optional(number),
      authentication_account: optional(text),
      authentication_password: optional(text),
      from: optional(text),
      to: optional(text),
    }),
  },
  {
    call: 'GET {SC}connection',
    reads: object({
      settings: object({ Heartbeats: object({}), CustomChecks: object({}), ErrorQueue: filledText }),
      errors: listOrEmpty(text),
    }),
  },
  {
    call: 'GET {SC}licensing/report/available',
    reads: object({ report_can_be_generated: flag, reason: text, transport: filledText }),
  },
  { call: 'GET {SC}licensing/endpoints', reads: list(usageRow) },
  {
    call: 'GET {SC}licensing/report/file',
    query: { spVersion: '2.10.2' },
    wantsJson: true,
    headers: ['Content-Type', 'Content-Disposition'],
  },
  {
    call: 'GET {SC}licensing/settings/info',
    reads: object({
      service_control_settings: listOrEmpty(setting),
      monitoring_settings: listOrEmpty(setting),
      broker_settings: listOrEmpty(setting),
    }),
  },
  { call: 'GET {SC}licensing/settings/masks', reads: list(text) },
  {
    call: 'GET {SC}license/details',
    mayBeEmpty: true,
    reads: object({ endpoints: listOrEmpty(object({})), products: listOrEmpty(object({})), valid_id: flag }),
  },

  { call: 'POST {SC}redirects', body: () => redirect },
  { call: 'PUT {SC}redirects/{redirectId}', body: ({ redirectId }) => ({ id: redirectId, ...redirect }) },
  { call: 'DELETE {SC}redirects/{redirectId}' },
  { call: 'POST {SC}errors/queues/Billing@SRV2/retry' },
  { call: 'POST {SC}notifications/email', body: () => email },
  { call: 'POST {SC}notifications/email/toggle', body: () => ({ enabled: true }) },
  { call: 'POST {SC}notifications/email/test' },
  {
    call: 'POST {SC}licensing/endpoints/update',
    body: ({ endpointName }) => [{ name: endpointName, user_indicator: 'SendOnlyEndpoint' }],
  },
  { call: 'POST {SC}licensing/settings/masks/update', body: () => ['Shop'] },
  {
    call: 'POST {SC}license/detailsUpload',
    form: {
      type: 'multipart/form-data; boundary=b0undary',
      content: () =>
        Buffer.concat([
          Buffer.from('--b0undary\r\nContent-Disposition: form-data; name="file"; filename="license"\r\n\r\n'),
          brotliCompressSync('{"LicenseId":"x"}'),
          Buffer.from('\r\n--b0undary--\r\n'),
        ]),
    },
  },
];
