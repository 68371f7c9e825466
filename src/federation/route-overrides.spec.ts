import { describe, expect, it } from '@jest/globals';
import { RouteOverrides } from './route-overrides.js';
import { route, type Row } from './route.js';
import type { Strategy } from './strategy.js';
import type { Surface } from './surface.js';

class BuiltIn implements Strategy {
  handle(): Promise<never> {
    return Promise.reject(new Error('routes are only looked at here'));
  }
}

class Own extends BuiltIn {}
class LastWord extends BuiltIn {}

const surface = (name: string): Surface => ({
  name,
  mountPath: name,
  answerHeaders: {},
  hasValidators: true,
  absentIsError: false,
});

const api = surface('service-control');

function declared(line: string): Row {
  const [row] = route(line, BuiltIn);
  if (row === undefined) throw new Error('no row');
  return row;
}

const strategyFor = (overrides: RouteOverrides, line: string, on = api): string =>
  overrides.apply(on, declared(line)).strategy.name;

describe('without overrides', () => {
  it('the declared row is in force, itself', () => {
    const row = declared('GET errors');
    expect(new RouteOverrides().apply(api, row)).toBe(row);
  });
});

describe('an override', () => {
  const overrides = new RouteOverrides({ 'service-control': [route('POST/PUT redirects/{id}', Own)] });

  it.each(['POST redirects/{id}', 'PUT redirects/{id}'])('replaces %s', (line) => {
    expect(strategyFor(overrides, line)).toBe('Own');
  });

  it.each(['DELETE redirects/{id}', 'POST redirects', 'POST redirects/{id?}', 'POST redirects/id'])(
    'leaves %s alone',
    (line) => {
      expect(strategyFor(overrides, line)).toBe('BuiltIn');
    },
  );

  it('leaves the same path of another surface alone', () => {
    expect(strategyFor(overrides, 'POST redirects/{id}', surface('monitoring'))).toBe('BuiltIn');
  });

  it.each(['POST Redirects/{id}', 'POST redirects/{ID}', 'POST redirects/{messageRedirectId}'])(
    'replaces %s too, which is the same path',
    (line) => {
      expect(strategyFor(overrides, line)).toBe('Own');
    },
  );

  it('wins over an earlier one of the same path', () => {
    const twice = new RouteOverrides({ 'service-control': [route('GET errors', Own), route('GET errors', LastWord)] });
    expect(strategyFor(twice, 'GET errors')).toBe('LastWord');
  });
});
