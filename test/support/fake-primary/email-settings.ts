import type { JsonOut } from './json-out.js';

/** Where a member sends its notifications (contract 5.8). */
export interface EmailSettings {
  readonly isEnabled: boolean;
  readonly smtpServer: string | undefined;
  readonly smtpPort: number | undefined;
  readonly account: string | undefined;
  readonly password: string | undefined;
  readonly isTlsEnabled: boolean;
  readonly to: string | undefined;
  readonly from: string | undefined;
}

export const noEmailSettings: EmailSettings = {
  isEnabled: false,
  smtpServer: undefined,
  smtpPort: undefined,
  account: undefined,
  password: undefined,
  isTlsEnabled: false,
  to: undefined,
  from: undefined,
};

/** Reading calls account and password other names than writing. */
export function emailSettingsOut(settings: EmailSettings): JsonOut {
  return {
    enabled: settings.isEnabled,
    smtp_server: settings.smtpServer,
    smtp_port: settings.smtpPort,
    authentication_account: settings.account,
    authentication_password: settings.password,
    enable_tls: settings.isTlsEnabled,
    to: settings.to,
    from: settings.from,
  };
}
