import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addInstanceId, prefixedId, readInstanceId } from './instance-id.js';

const memberKey = fc.stringMatching(/^[a-z0-9-]{1,32}$/);

describe('prefixed ids', () => {
  it.each([
    ['us~aHR0cDovLyo6MzMzMzMvYXBp', { prefixed: true, memberKey: 'us', original: 'aHR0cDovLyo6MzMzMzMvYXBp' }],
    ['eu~', { prefixed: true, memberKey: 'eu', original: '' }],
    ['outer~inner~abc.', { prefixed: true, memberKey: 'outer', original: 'inner~abc.' }],
    ['~abc', { prefixed: true, memberKey: '', original: 'abc' }],
    ['aHR0cDovLw..', { prefixed: false, original: 'aHR0cDovLw..' }],
    ['', { prefixed: false, original: '' }],
    [undefined, { prefixed: false, original: '' }],
  ])('reads %j', (id, expected) => {
    expect(readInstanceId(id)).toEqual(expected);
  });

  it('read back as they were written, through any number of gateways', () => {
    fc.assert(
      fc.property(memberKey, fc.string(), (key, original) => {
        expect(readInstanceId(prefixedId(key, original))).toEqual({ prefixed: true, memberKey: key, original });
      }),
    );
  });
});

describe('addInstanceId', () => {
  it.each([
    ['names the member once', '/messages/7/body?instance_id=aHR0cDov', '/messages/7/body?instance_id=us~aHR0cDov'],
    ['adds an empty id', '/messages/7/body', '/messages/7/body?instance_id=us~'],
    ['adds to another query', '/messages/7/body?x=1', '/messages/7/body?x=1&instance_id=us~'],
    [
      'finds it behind another parameter',
      '/messages/7/body?x=1&instance_id=a',
      '/messages/7/body?x=1&instance_id=us~a',
    ],
    ['keeps what follows', '/messages/7/body?instance_id=a&x=%2F', '/messages/7/body?instance_id=us~a&x=%2F'],
    ['keeps an inner gateway', '/messages/7/body?instance_id=in~a', '/messages/7/body?instance_id=us~in~a'],
    [
      'is not misled by a longer name',
      '/messages/7/body?my_instance_id=a',
      '/messages/7/body?my_instance_id=a&instance_id=us~',
    ],
    ['leaves an empty one empty', '/messages/7/body?instance_id=', '/messages/7/body?instance_id=us~'],
  ])('%s', (_, bodyUrl, expected) => {
    expect(addInstanceId(bodyUrl, 'us')).toBe(expected);
  });

  it('changes nothing but the one id', () => {
    fc.assert(
      fc.property(memberKey, fc.webPath(), fc.stringMatching(/^[A-Za-z0-9_.-]*$/), (key, path, id) => {
        const added = addInstanceId(`${path}?instance_id=${id}`, key);
        expect(added.replace(`instance_id=${key}~`, 'instance_id=')).toBe(`${path}?instance_id=${id}`);
      }),
    );
  });
});
