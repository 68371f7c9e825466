import { Injectable } from '@nestjs/common';
import type { FederatedCall } from '../federation/federated-call.js';
import type { FederatedReply } from '../federation/federated-reply.js';
import type { Strategy } from '../federation/strategy.js';
import { FanOut } from '../fan-out/fan-out.js';
import type { Answer } from '../fan-out/outcome.js';

/**
 * A plain OPTIONS: what every member allows. ServicePulse looks for DELETE in `Allow`, which members send as three
 * header lines and proxies in between join to one (monitoring contract 3.2).
 */
@Injectable()
export class AllowedMethods implements Strategy {
  constructor(private readonly fanOut: FanOut) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    const answers = await this.fanOut.ask(call, { shape: 'nothing' });
    const [first = [], ...others] = answers.answered.map(methodsOf);
    const allowed = first.filter((method) => others.every((methods) => methods.includes(method)));
    return { ...answers.reply([]), headers: { ...answers.headers(), Allow: allowed } };
  }
}

function methodsOf({ headers }: Answer): readonly string[] {
  const lines = headers['allow'] ?? [];
  return (typeof lines === 'string' ? [lines] : lines)
    .flatMap((line) => line.split(','))
    .map((method) => method.trim().toUpperCase())
    .filter((method) => method !== '');
}
