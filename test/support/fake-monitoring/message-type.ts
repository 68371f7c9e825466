/** How a reported message type is shown (monitoring-api 4.3, message types). */
export interface MessageTypeName {
  /** The whole reported text. */
  readonly id: string;
  readonly typeName: string;
  readonly assemblyName?: string;
  readonly assemblyVersion?: string;
  readonly culture?: string;
  readonly publicKeyToken?: string;
}

/** The first type of a list separated by semicolons, or `undefined` when it is empty. */
export function firstOfList(reported: string): string | undefined {
  const first = reported.split(';')[0] ?? '';
  return first === '' ? undefined : first;
}

/**
 * Takes an assembly-qualified name apart. Without version or token the text is no complete name, so the whole of it
 * stays the type's name.
 */
export function readMessageType(text: string): MessageTypeName {
  const comma = text.indexOf(',');
  const whole = { id: text, typeName: text };
  if (comma < 0) return whole;

  const [assemblyName = '', ...settings] = text
    .slice(comma + 1)
    .split(',')
    .map((part) => part.trim());
  const values = new Map(settings.map((setting) => settingOf(setting)));
  const version = values.get('version');
  const token = values.get('publickeytoken');
  if (assemblyName === '' || !isVersion(version) || !isToken(token)) return whole;

  const culture = values.get('culture') ?? '';
  return {
    id: text,
    typeName: text.slice(0, comma),
    assemblyName,
    assemblyVersion: version,
    culture: culture.toLowerCase() === 'neutral' ? '' : culture,
    publicKeyToken: token.toLowerCase() === 'null' ? '' : token.toLowerCase(),
  };
}

function settingOf(text: string): [name: string, value: string] {
  const equals = text.indexOf('=');
  return [text.slice(0, equals).trim().toLowerCase(), text.slice(equals + 1).trim()];
}

function isVersion(text: string | undefined): text is string {
  return text !== undefined && /^\d+(\.\d+){1,3}$/.test(text);
}

function isToken(text: string | undefined): text is string {
  return text !== undefined && /^(null|[0-9a-f]{16})$/i.test(text);
}
