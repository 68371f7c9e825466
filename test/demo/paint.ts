interface Output {
  readonly isTTY?: boolean;
}

/** Check marks green and crosses red on a terminal, unless `NO_COLOR` is set. */
export function paintMarks(line: string, { isTTY }: Output, environment: NodeJS.ProcessEnv = process.env): string {
  if (isTTY !== true || (environment['NO_COLOR'] ?? '') !== '') return line;
  return line.replace(/^✔/, '\u001b[32m✔\u001b[0m').replace(/^✘/, '\u001b[31m✘\u001b[0m');
}
