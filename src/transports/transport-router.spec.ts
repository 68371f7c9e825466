import { describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { MemberDirectory } from '../members/member-directory.js';
import type { Member } from '../members/member.js';
import { MemberTransport, type MemberReply, type MemberRequest, type MemberStream } from './member-transport.js';
import { TransportKind } from './transport-kind.js';
import { TransportRouter } from './transport-router.js';

class Echo extends MemberTransport {
  send(member: Member, request: MemberRequest): Promise<MemberReply> {
    return Promise.resolve({ status: 200, headers: {}, body: Buffer.from(`${member.key} ${request.target}`) });
  }

  stream(): Promise<MemberStream> {
    return Promise.reject(new Error('not used here'));
  }
}

@Injectable()
@TransportKind('http')
class Direct extends Echo {}

@Injectable()
@TransportKind('http')
class AlsoDirect extends Echo {}

const eu: Member = {
  key: 'eu',
  name: 'eu',
  addresses: { 'service-control': 'http://eu/api/' },
  required: false,
  allowedRoles: [],
  via: { kind: 'http' },
};
const behindAgent: Member = { ...eu, key: 'us', via: { kind: 'agent', agent: 'us-1' } };
const request: MemberRequest = {
  method: 'GET',
  surface: 'service-control',
  target: 'errors',
  headers: {},
  deadlineMs: 1000,
  command: false,
};

async function routerWith(
  transports: readonly (new () => MemberTransport)[],
  members: readonly Member[],
): Promise<TransportRouter> {
  @Module({ providers: [...transports] })
  class Outside {}

  const module = await Test.createTestingModule({
    imports: [DiscoveryModule, Outside],
    providers: [TransportRouter, { provide: MemberDirectory, useValue: { membersOf: () => members } }],
  }).compile();
  await module.init();
  return module.get(TransportRouter);
}

describe('TransportRouter', () => {
  it('finds transports in any module and uses the one of the member', async () => {
    const router = await routerWith([Direct], [eu]);

    expect((await router.send(eu, request, new AbortController().signal)).body.toString()).toBe('eu errors');
  });

  it('does not start with two transports of one name, and says which', async () => {
    await expect(routerWith([Direct, AlsoDirect], [eu])).rejects.toThrow(
      'two transports are named "http": Direct and AlsoDirect',
    );
  });

  it('does not start with a member that nothing can reach, and says which', async () => {
    await expect(routerWith([Direct], [eu, behindAgent])).rejects.toThrow(
      'member us is reached by "agent", which nothing here provides (there is "http")',
    );
  });

  it('takes a member that came later and that nothing can reach for unavailable, nothing sent', async () => {
    const router = await routerWith([Direct], [eu]);

    await expect(router.send(behindAgent, request, new AbortController().signal)).rejects.toMatchObject({
      reason: 'unavailable',
      sent: 'no',
    });
  });
});
