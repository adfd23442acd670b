import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getCongestionFactor } from './route-api.ts';

// Santo Domingo is four hours behind UTC all year; 2026-03-04 is a Wednesday, 2026-03-07 a Saturday.
const at = (local: string) => new Date(`${local}:00-04:00`);

test('the rush hour of a Wednesday is quieter on a Saturday and a Sunday', () => {
  const [wednesday, saturday, sunday] = ['04', '07', '08'].map((day) =>
    getCongestionFactor(at(`2026-03-${day}T17:30`)),
  );

  expect(saturday).toBeLessThan(wednesday ?? 0);
  expect(sunday).toBeLessThan(saturday ?? 0);
});

test('the factor changes smoothly from minute to minute, across midnight too', () => {
  const start = at('2026-03-02T00:00').getTime();
  const week = Array.from({ length: 7 * 24 * 60 }, (_, minute) =>
    getCongestionFactor(new Date(start + minute * 60_000)),
  );
  const jumps = week.slice(1).map((factor, i) => Math.abs(factor - (week[i] ?? factor)));

  expect(Math.max(...jumps)).toBeLessThan(0.03);
});

test('the factor is at least 1, at most 2.5 and the same for the same time', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (time) => {
      const factor = getCongestionFactor(time);
      expect(factor).toBeGreaterThanOrEqual(1);
      expect(factor).toBeLessThan(2.5);
      expect(getCongestionFactor(new Date(time))).toBe(factor);
    }),
  );
});
