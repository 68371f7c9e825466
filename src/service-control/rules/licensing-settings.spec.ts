import { describe, expect, it } from '@jest/globals';
import type { MemberRow } from '../../aggregation/merge/member-row.js';
import { unionRows } from '../../aggregation/merge/union.js';
import { readDocument } from '../../json-text/json-row.js';
import { masks, mergeSettingsInfo, mergeSettingsTest } from './licensing-settings.js';

function of(...documents: object[]): MemberRow[] {
  const keys = ['eu', 'us', 'ap'];
  return documents.map((document, at) => ({
    memberKey: keys[at] ?? '',
    row: readDocument(Buffer.from(JSON.stringify(document))),
  }));
}

describe('masks', () => {
  it('are those of all members, each once', () => {
    const lists = [
      ['"a"', '"b"'],
      ['"b"', '"\\u0061"', '"c"'],
    ].map((rows, at) => ({ memberKey: String(at), rows: rows.map((row) => readDocument(Buffer.from(row))) }));
    expect(unionRows(lists, masks).map(String)).toEqual(['"a"', '"b"', '"c"']);
  });
});

describe('settings/info', () => {
  it('names the settings of every transport once', () => {
    const eu = {
      service_control_settings: [],
      monitoring_settings: [],
      broker_settings: [{ name: 'A', description: 'eu' }],
    };
    const us = {
      service_control_settings: [],
      monitoring_settings: [],
      broker_settings: [{ name: 'B' }, { name: 'A', description: 'us' }],
    };
    expect(JSON.parse(mergeSettingsInfo(of(eu, us)).toString())).toEqual({
      ...eu,
      broker_settings: [{ name: 'A', description: 'eu' }, { name: 'B' }],
    });
  });

  it('has no list that no member sends', () => {
    expect(mergeSettingsInfo(of({}, {})).toString()).toBe('{}');
  });
});

describe('settings/test', () => {
  const passed = { connection_successful: true, connection_error_messages: [], diagnostics: 'fine' };
  const failed = { connection_successful: false, connection_error_messages: ['no'], diagnostics: 'bad' };
  const noBroker = { connection_successful: false, connection_error_messages: [], diagnostics: '' };
  const document = (broker: object) => ({
    transport: 'T',
    audit_connection_result: passed,
    broker_connection_result: broker,
  });
  const brokerOf = (...brokers: object[]) => {
    const merged = JSON.parse(mergeSettingsTest(of(...brokers.map(document))).toString()) as {
      broker_connection_result: object;
    };
    return merged.broker_connection_result;
  };

  it('is well when every member is', () => {
    expect(brokerOf(passed, passed)).toEqual({
      connection_successful: true,
      connection_error_messages: [],
      diagnostics: 'eu:\nfine\nus:\nfine',
    });
  });

  it('is not well when one member is not, and says what each told', () => {
    expect(brokerOf(passed, failed)).toEqual({
      connection_successful: false,
      connection_error_messages: ['no'],
      diagnostics: 'eu:\nfine\nus:\nbad',
    });
  });

  it('leaves out members without a broker to test', () => {
    expect(brokerOf(noBroker, passed, passed)).toMatchObject({
      connection_successful: true,
      diagnostics: 'us:\nfine\nap:\nfine',
    });
    expect(brokerOf(noBroker, failed)).toEqual(failed);
    expect(brokerOf(noBroker, noBroker)).toEqual(noBroker);
  });

  it('keeps a failure that has diagnostics only', () => {
    const silent = { connection_successful: false, connection_error_messages: [], diagnostics: 'nothing arrived' };
    expect(brokerOf(passed, silent)).toMatchObject({ connection_successful: false });
  });
});
