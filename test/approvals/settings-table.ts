import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { GatewaySettings } from '../../src/settings/gateway-settings.js';
import { settingsFrom } from '../../src/settings/load-settings.js';
import { MemberSettings } from '../../src/settings/member-settings.js';
import { settingProperties, type SettingsClass } from '../../src/settings/setting.js';
import { environmentPrefix } from '../../src/settings/setting-fields.js';

/** One setting as the table shows it. */
interface TableRow {
  readonly path: string;
  readonly shownDefault: string;
  /** Doc comment of its property. */
  readonly meaning: string;
}

const federatedInstances = [{ api_uri: 'http://sc-eu:33333/api/', key: 'eu' }];

/**
 * The tables of the README: every setting, then what a member may have. Meanings are the doc comments of the classes.
 *
 * @param folder where the settings classes are.
 */
export function settingsTable(folder: string): string {
  const comments = docComments(folder);
  const defaults = settingsFrom({ federatedInstances });
  const settings = rowsOf(GatewaySettings, { comments, defaults, parent: '' });
  const member = rowsOf(MemberSettings, { comments, defaults: defaults.federatedInstances[0] ?? {}, parent: '' });
  return [
    '<details>',
    `<summary>All ${settings.length} settings</summary>`,
    '',
    `| setting | environment, after \`${environmentPrefix}\` | default | meaning |`,
    '|---|---|---|---|',
    ...settings.map(({ path, shownDefault, meaning }) =>
      tableLine(`\`${path}\``, `\`${path.toUpperCase().replaceAll('.', '_')}\``, shownDefault, meaning),
    ),
    '',
    'A member, as an entry of `federatedInstances`:',
    '',
    '| property | default | meaning |',
    '|---|---|---|',
    ...member.map(({ path, shownDefault, meaning }) =>
      tableLine(`\`${path}\``, memberDefaults[path] ?? shownDefault, meaning),
    ),
    '',
    '</details>',
  ].join('\n');
}

const memberDefaults: Readonly<Record<string, string>> = {
  api_uri: 'required',
  key: 'from `api_uri`',
  name: 'the key',
};

function rowsOf(
  described: SettingsClass,
  {
    comments,
    defaults,
    parent,
  }: { readonly comments: DocComments; readonly defaults: object; readonly parent: string },
): readonly TableRow[] {
  return settingProperties(described).flatMap((property): readonly TableRow[] => {
    const path = parent + property.name;
    const value = (defaults as Record<string, unknown>)[property.name];
    if ('group' in property) return rowsOf(property.group, { comments, defaults: value as object, parent: `${path}.` });
    const meaning = comments.get(`${described.name}.${property.name}`);
    if (meaning === undefined) throw new Error(`${described.name}.${property.name} has no doc comment`);
    if ('list' in property) return [{ path, shownDefault: 'required', meaning }];
    const show = property.kind.show as ((value: unknown) => string) | undefined;
    return [{ path, shownDefault: shown(value as PlainValue, show), meaning }];
  });
}

/** What a setting without a member in it may hold. */
type PlainValue = string | number | boolean | readonly string[] | undefined;

function shown(value: PlainValue, show: ((value: unknown) => string) | undefined): string {
  if (value === undefined) return 'unset';
  if (value === '' || (typeof value === 'object' && value.length === 0)) return 'empty';
  if (typeof value === 'object') return value.map((entry) => `\`${entry}\``).join(', ');
  return `\`${show === undefined ? String(value) : show(value)}\``;
}

function tableLine(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** By `Class.property`. */
type DocComments = ReadonlyMap<string, string>;

function docComments(folder: string): DocComments {
  const files = readdirSync(folder).filter((name) => name.endsWith('-settings.ts'));
  return new Map(files.flatMap((name) => commentsOf(readFileSync(join(folder, name), 'utf8'))));
}

function commentsOf(source: string): readonly (readonly [string, string])[] {
  const file = ts.createSourceFile('settings.ts', source, ts.ScriptTarget.Latest, true);
  return file.statements.filter(ts.isClassDeclaration).flatMap((declared) =>
    declared.members.filter(ts.isPropertyDeclaration).flatMap((property): [string, string][] => {
      const [comment] = ts.getJSDocCommentsAndTags(property);
      const text = comment === undefined ? undefined : ts.getTextOfJSDocComment(comment.comment);
      const name = `${declared.name?.text ?? ''}.${property.name.getText()}`;
      return text === undefined ? [] : [[name, text.replaceAll(/\s+/g, ' ')]];
    }),
  );
}
