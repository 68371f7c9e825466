import { describe, expect, it } from '@jest/globals';
import { JsonFault } from '../../json-text/json-fault.js';
import { eachNameOnce } from './licensing-update.js';

const sent = (body: string) => eachNameOnce(Buffer.from(body)).toString();

describe('an update of usage', () => {
  it.each([
    [
      'names once',
      '[ {"name":"a","user_indicator":"x"}, {"name":"b","user_indicator":""} ]',
      '[ {"name":"a","user_indicator":"x"}, {"name":"b","user_indicator":""} ]',
    ],
    [
      'a name twice',
      '[{"name":"a","user_indicator":"x"},{"name":"b"},{"name":"a", "user_indicator":"y"}]',
      '[{"name":"b"},{"name":"a", "user_indicator":"y"}]',
    ],
    ['a name in two letter cases', '[{"name":"A"},{"name":"a"}]', '[{"name":"a"}]'],
    ['rows without a name', '[{"x":1},{"x":1}]', '[{"x":1},{"x":1}]'],
    ['nothing', '[]', '[]'],
  ])('with %s', (_, body, expected) => {
    expect(sent(body)).toBe(expected);
  });

  it.each(['null', '{}', '[1]', ''])('is no list of objects: %j', (body) => {
    expect(() => sent(body)).toThrow(JsonFault);
  });
});
