import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The rules under test need no types, so the snippets need not be files of the project. */
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [
    {
      files: ['**/*.ts'],
      languageOptions: { parserOptions: { projectService: false, project: false } },
    },
  ],
  ruleFilter: ({ ruleId }) =>
    ruleId.startsWith('boundaries/') ||
    ruleId.startsWith('no-restricted-') ||
    ruleId.endsWith('/no-restricted-imports'),
});

async function reported(file: string, code: string): Promise<readonly string[]> {
  const [result] = await eslint.lintText(code, { filePath: root + file });
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message);
}

const table = 'boundaries/dependencies';

describe('the import table', () => {
  it.each([
    ['settings/x.ts', "import { route } from '../federation/route.js';"],
    ['federation/x.ts', "import type { Member } from '../members/member.js';"],
    ['json-text/x.ts', "import { readDuration } from '../settings/duration.js';"],
    ['members/x.ts', "import { FanOut } from '../fan-out/fan-out.js';"],
    ['transports/http/x.ts', "import { MemberHealth } from '../../health/member-health.js';"],
    ['fan-out/x.ts', "import { OwnerCache } from '../routing/owner-cache.js';"],
    ['routing/x.ts', "export { Sum } from '../aggregation/sum.strategy.js';"],
    ['edge/x.ts', "import { FanOut } from '../fan-out/fan-out.js';"],
    ['service-control/x.ts', "import { monitoring } from '../monitoring/monitoring.surface.js';"],
    ['monitoring/x.ts', "import { serviceControl } from '../service-control/service-control.surface.js';"],
    ['service-control/x.ts', "import { Sum } from '../aggregation/sum.strategy.js';"],
    ['service-control/x.ts', "const sum = await import('../aggregation/sum.strategy.js');"],
    ['fan-out/x.ts', "import { Lead } from '../strategies.js';"],
    ['federation/x.ts', "import { AppModule } from '../app.module.js';"],
    ['main.ts', "import { AppModule } from './app.module.js';"],
    ['federation/x.ts', "import { readTruth } from '../../test/demo/truth.js';"],
    ['index.ts', "import { readTruth } from '../test/demo/truth.js';"],
  ])('refuses in %s: %s', async (file, code) => {
    expect(await reported(`src/${file}`, code)).toEqual([table]);
  });

  it.each([
    ['federation/x.ts', "import { GatewaySettings } from '../settings/gateway-settings.js';"],
    ['fan-out/x.ts', "import { MemberHealth } from '../health/member-health.js';"],
    ['routing/x.ts', "import { readIdList } from '../json-text/id-list.js';"],
    ['service-control/x.ts', "import { Sum } from '../strategies.js';"],
    ['service-control/x.ts', "import type { Sum } from '../aggregation/sum.strategy.js';"],
    ['fallback/x.ts', "import { monitoring } from '../monitoring/monitoring.surface.js';"],
    ['create-gateway.ts', "import { AppModule } from './app.module.js';"],
    ['app.module.ts', "import { FanOut } from './fan-out/fan-out.js';"],
  ])('lets pass in %s: %s', async (file, code) => {
    expect(await reported(`src/${file}`, code)).toEqual([]);
  });

  it.each([
    ["import { Member } from '../../src/members/member.js';", ['@typescript-eslint/no-restricted-imports']],
    ["import { Member } from '../../src/index.js';", []],
    ["import { createGateway } from '../../src/create-gateway.js';", []],
  ])('lets test/support see the public surface only: %s', async (code, rules) => {
    expect(await reported('test/support/x.ts', code)).toEqual(rules);
  });
});

describe('pure files', () => {
  it.each([
    ["import { Injectable } from '@nestjs/common';", '@typescript-eslint/no-restricted-imports'],
    ["import { readFileSync } from 'node:fs';", '@typescript-eslint/no-restricted-imports'],
    ["import { request } from 'node:http';", '@typescript-eslint/no-restricted-imports'],
    ["import { setTimeout } from 'node:timers/promises';", '@typescript-eslint/no-restricted-imports'],
    ["import axios from 'axios';", '@typescript-eslint/no-restricted-imports'],
    ["import { pino } from 'pino';", '@typescript-eslint/no-restricted-imports'],
    ["import { FanOut } from '../../fan-out/fan-out.js';", table],
    ['export const now = Date.now();', 'no-restricted-syntax'],
    ['export const now = new Date();', 'no-restricted-syntax'],
    ['export const chance = Math.random();', 'no-restricted-syntax'],
    ['setTimeout(() => undefined, 1);', 'no-restricted-globals'],
    ["console.log('x');", 'no-restricted-globals'],
    ['export const port = process.env.PORT;', 'no-restricted-globals'],
  ])('may not contain %s', async (code, rule) => {
    expect(await reported('src/aggregation/merge/x.ts', code)).toEqual([rule]);
    expect(await reported('src/service-control/rules/x.ts', code)).toEqual([rule]);
  });

  it.each([
    "import type { FanOut } from '../../fan-out/fan-out.js';",
    "import type { Readable } from 'node:stream';",
    "import { createHash } from 'node:crypto';",
    "import { readIdList } from '../../json-text/id-list.js';",
    'export const day = new Date(0);',
  ])('may contain %s', async (code) => {
    expect(await reported('src/service-control/rules/x.ts', code)).toEqual([]);
  });
});

it.each([
  ['src/edge/x.ts', 'export default class X {}', 'no-restricted-exports'],
  ['src/edge/x.spec.ts', "it.only('x', () => undefined);", 'no-restricted-syntax'],
  ['test/acceptance/x.spec.ts', "describe.skip('x', () => undefined);", 'no-restricted-syntax'],
  ['test/acceptance/x.spec.ts', "xit('x', () => undefined);", 'no-restricted-syntax'],
])('refuses in %s: %s', async (file, code, rule) => {
  expect(await reported(file, code)).toEqual([rule]);
});

it('has no folder or file in the tree with a name that says nothing', () => {
  const names = ['src', 'test'].flatMap((folder) => readdirSync(root + folder, { recursive: true, encoding: 'utf8' }));
  const saysNothing = /(?:^|[/.-])(?:common|shared|utils?|helpers?|manager|core)(?:[/.-]|$)/;
  expect(names.filter((name) => saysNothing.test(name))).toEqual([]);
});
