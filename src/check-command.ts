import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { MemberCheck } from './health/member-check.js';
import { describeFaults } from './settings/setting-fault.js';
import type { LoadedSettings } from './settings/load-settings.js';
import { maskedSettings } from './settings/masked.js';

/**
 * `main.js check`: prints the effective settings with secrets masked and asks each member once; starts nothing.
 * @returns whether every member answered
 */
export async function runCheck({ settings, warnings, ignored }: LoadedSettings): Promise<boolean> {
  say(JSON.stringify(maskedSettings(settings), undefined, 2));
  if (warnings.length > 0) say(describeFaults(warnings));
  if (ignored.length > 0) say(`not read, they belong to other programs: ${ignored.join(', ')}`);
  // A context without an HTTP server: no port is opened.
  const context = await NestFactory.createApplicationContext(AppModule.compose(settings), { logger: false });
  try {
    const checked = await context.get(MemberCheck, { strict: false }).run();
    for (const { member, surface, ok, detail } of checked)
      say(`${ok ? 'ok  ' : 'FAIL'} ${member} ${surface}: ${detail}`);
    return checked.every(({ ok }) => ok);
  } finally {
    await context.close();
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
