import { expect, test } from 'vitest';
import { restartDelay } from './restart-delay.mjs';

const listDelays = (served) => {
  let failures = 0;
  return served.map((servedMs) => {
    const restart = restartDelay(failures, servedMs);
    failures = restart.failures;
    return restart.ms / 1000;
  });
};

test('each failure in a row doubles the delay, up to half a minute', () => {
  expect(listDelays([0, 0, 0, 0, 0, 0, 0])).toEqual([1, 2, 4, 8, 16, 30, 30]);
});

test('a server that served for a minute begins with a short delay again', () => {
  expect(listDelays([0, 0, 0, 60_000, 0])).toEqual([1, 2, 4, 1, 2]);
});
