import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isObject, layerFromJson, type SettingsLayer } from './written-settings.js';

/** The defaults; the way from here is the same in `src` and in `dist`. */
export const defaultsFile = fileURLToPath(new URL('../../config/default.json', import.meta.url));

/** Reads one settings file. A file that cannot be read, or holds no JSON object, is one fault named `asked`. */
export function readSettingsFile(file: string, asked: string): SettingsLayer {
  try {
    const json = parseJson(readText(file));
    if (isObject(json)) return layerFromJson(json, file);
    return broken(file, asked, 'a file that holds one JSON object');
  } catch (error) {
    return broken(file, asked, `a readable JSON file (${error instanceof Error ? error.message : String(error)})`);
  }
}

/**
 * JSON of a text.
 * @throws SyntaxError that names the line but, unlike that of `JSON.parse`, quotes nothing: secrets may stand there
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    const line = position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
    throw new SyntaxError(line === undefined ? 'this is not JSON' : `this is not JSON from line ${line} on`);
  }
}

/** A file's text without the byte order mark that some editors on Windows put first. */
export function readText(file: string): string {
  return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
}

function broken(file: string, asked: string, accepted: string): SettingsLayer {
  return { written: new Map(), faults: [{ grade: 'fault', name: asked, value: JSON.stringify(file), accepted }] };
}
