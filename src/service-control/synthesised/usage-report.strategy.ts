import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { FederatedCall } from '../../federation/federated-call.js';
import type { FederatedReply } from '../../federation/federated-reply.js';
import { ProblemError } from '../../federation/problem.js';
import type { Strategy } from '../../federation/strategy.js';
import { FanOut, type StreamOutcome } from '../../fan-out/fan-out.js';
import { relayedStreamHeaders } from '../../fan-out/relayed-headers.js';
import { firstValue } from '../../transports/member-transport.js';
import { fileNameOf, readReportName, safeFileName } from '../rules/usage-report.js';

type Streamed = Extract<StreamOutcome, { kind: 'stream' }>;

/**
 * X: the usage reports of all members in one zip (decision 38). Reports are signed, so each member's file goes in byte
 * for byte while it arrives; members without one are listed in `MISSING.txt`. When nobody has one, the first member's
 * refusal is the answer.
 */
@Injectable()
export class UsageReport implements Strategy {
  constructor(private readonly fanOut: FanOut) {}

  async handle(call: FederatedCall): Promise<FederatedReply> {
    const members = this.fanOut.membersOf(call);
    const outcomes = await Promise.all(members.map((member) => this.fanOut.stream(call, member)));
    const streams = outcomes.filter((outcome): outcome is Streamed => outcome.kind === 'stream');
    const reports = streams.filter(({ reply }) => reply.status === 200);
    if (reports.length === 0) return this.refused(call, outcomes, streams);
    for (const { reply } of streams) if (reply.status !== 200) reply.body.destroy();
    const missing = outcomes.filter((outcome) => !reports.some(({ member }) => member.key === outcome.member.key));
    return {
      status: 200,
      headers: {
        ...this.fanOut.answers(call, []).headers(),
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${bundleName(reports)}"`,
      },
      body: bundle(reports, missing.map(remark)),
      timings: outcomes.map((outcome) => ({ name: outcome.member.key, ms: outcome.ms })),
      partial: missing.length > 0,
    };
  }

  private refused(
    call: FederatedCall,
    outcomes: readonly StreamOutcome[],
    streams: readonly Streamed[],
  ): FederatedReply {
    const [first, ...others] = streams;
    for (const { reply } of others) reply.body.destroy();
    if (first !== undefined) {
      return { status: first.reply.status, headers: relayedStreamHeaders(first.reply.headers), body: first.reply.body };
    }
    const isLate = outcomes.some((outcome) => outcome.kind === 'missing' && outcome.reason === 'timeout');
    throw new ProblemError({
      status: isLate ? 504 : 503,
      title: 'No usage report',
      detail: `no member could be asked for its report: ${outcomes.map(remark).join('; ')}`,
      headers: this.fanOut.answers(call, []).headers() as Record<string, string>,
    });
  }
}

/** Entries are stored as they are: compressing zips again gains nothing. */
function bundle(reports: readonly Streamed[], missing: readonly string[]): Readable {
  const zip = new ZipFile();
  for (const { member, reply } of reports) {
    const name = fileNameOf(firstValue(reply.headers, 'content-disposition')) ?? 'throughput-report.zip';
    zip.addReadStream(reply.body, `${member.key}-${safeFileName(name)}`, { compress: false });
  }
  if (missing.length > 0) zip.addBuffer(Buffer.from(`${missing.join('\n')}\n`), 'MISSING.txt');
  const output = zip.outputStream as Readable;
  // A member whose stream breaks must break the whole download: a bundle that looks whole and is not would be believed.
  for (const { reply } of reports) reply.body.once('error', (fault) => output.destroy(fault));
  output.once('close', () => {
    for (const { reply } of reports) reply.body.destroy();
  });
  zip.end();
  return output;
}

function bundleName(reports: readonly Streamed[]): string {
  const names = reports.map(({ reply }) =>
    readReportName(fileNameOf(firstValue(reply.headers, 'content-disposition'))),
  );
  const named = names.find((name) => name !== undefined);
  return safeFileName(`${named?.customer ?? ''}.throughput-reports-${named?.timestamp ?? 'undated'}.zip`);
}

function remark(outcome: StreamOutcome): string {
  const { key } = outcome.member;
  return outcome.kind === 'missing' ? `${key}: ${outcome.reason}` : `${key}: answered ${String(outcome.reply.status)}`;
}
