import { expect, it } from '@jest/globals';
import { containerInstanceId, instanceIdOf } from './instance-id.js';

it.each([
  ['http://localhost:33333/api', 'aHR0cDovL2xvY2FsaG9zdDozMzMzMy9hcGk.'],
  ['HTTP://LOCALHOST:44444/', 'aHR0cDovL2xvY2FsaG9zdDo0NDQ0NC8.'],
])('the instance id of %s is %s', (url, id) => {
  expect(instanceIdOf(url)).toBe(id);
});

it('all containers share one instance id', () => {
  expect(containerInstanceId).toBe('aHR0cDovLyo6MzMzMzMvYXBp');
});
