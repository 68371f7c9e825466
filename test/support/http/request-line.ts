/** A request target taken apart as the member's server does. */
export interface RequestLine {
  /** Decoded once, except `%2F` and what is no valid escape. */
  readonly segments: readonly string[];
  /** Decoded; names in lower case, in the order given. */
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** A trailing slash is ignored; further empty segments stay and match no route (monitoring-api 1.1). */
export function readTarget(target: string): RequestLine {
  const [path, query] = splitOnce(target.replace(/^https?:\/\/[^/?]*/i, ''), '?');
  const trimmed = path.replace(/^\//, '').replace(/\/$/, '');
  return {
    segments: trimmed === '' ? [] : trimmed.split('/').map(decodeSegment),
    query: query
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [name, value] = splitOnce(pair, '=');
        return [decodeQuery(name).toLowerCase(), decodeQuery(value)];
      }),
  };
}

/** The first value of a parameter, its name in any letter case. */
export function firstValue(line: RequestLine, name: string): string | undefined {
  return line.query.find(([given]) => given === name)?.[1];
}

function splitOnce(text: string, separator: string): [string, string] {
  const position = text.indexOf(separator);
  return position < 0 ? [text, ''] : [text.slice(0, position), text.slice(position + 1)];
}

function decodeSegment(segment: string): string {
  return segment
    .split(/(%2f)/i)
    .map((part) => (/^%2f$/i.test(part) ? part : decodeValid(part)))
    .join('');
}

function decodeQuery(text: string): string {
  return decodeValid(text.replaceAll('+', ' '));
}

/** One character in UTF-8, escaped: of one to four bytes. */
const escapedCharacter =
  /%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}/gi;

/** Decodes every escape that is valid UTF-8 and leaves the others as they are. */
function decodeValid(text: string): string {
  return text.replace(escapedCharacter, (escape) => {
    try {
      return decodeURIComponent(escape);
    } catch {
      return escape;
    }
  });
}
