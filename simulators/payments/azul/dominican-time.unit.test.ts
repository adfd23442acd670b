import { expect, test } from 'vitest';
import { findSettlement, formatAzulTime, parseAzulDay } from './dominican-time.ts';

test('AZUL writes times on Santo Domingo’s clocks', () => {
  expect(formatAzulTime(new Date('2026-09-15T14:30:05Z'))).toBe('20260915103005');
  expect(formatAzulTime(new Date('2026-01-01T03:59:59Z'))).toBe('20251231235959');
});

test.each(['2026-09-15', '20260915'])('the day %s begins at midnight in Santo Domingo', (text) => {
  expect(parseAzulDay(text)).toEqual(new Date('2026-09-15T04:00:00Z'));
});

test.each(['', '15/09/2026', '2026-02-30', '2026-13-01', '2026-9-1'])('"%s" is no day', (text) => {
  expect(parseAzulDay(text)).toBeUndefined();
});

test.each([
  ['2026-09-15T14:30:00Z', '2026-09-16T01:00:00Z'],
  ['2026-09-16T00:59:59Z', '2026-09-16T01:00:00Z'],
  ['2026-09-16T01:00:00Z', '2026-09-17T01:00:00Z'],
])('a payment of %s is settled at %s, 9 PM there', (approvedAt, settledAt) => {
  expect(findSettlement(new Date(approvedAt))).toEqual(new Date(settledAt));
});
