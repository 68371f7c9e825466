import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** One service of docker-compose.yml, as far as it can be run without containers. */
export interface ComposeService {
  readonly image: string;
  readonly build?: { readonly context: string; readonly target: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}

/** Services by name, with anchors and merges resolved. */
export function readComposeFile(file: string): Readonly<Record<string, ComposeService>> {
  const document = parse(readFileSync(file, 'utf8'), { merge: true }) as {
    readonly services: Readonly<Record<string, ComposeService>>;
  };
  return document.services;
}
