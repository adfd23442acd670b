import { describe, expect, test } from 'vitest';
import { createSpaceValuesSchema, toSpaceChanges, toSpaceValues } from './space-values.ts';

const ZONES = [{ id: 'naco', name: 'Naco', pricePerHour: 8 }];

describe('several spaces', () => {
  const values = { ...toSpaceValues(null, ZONES), isSeveral: true, prefix: 'A-', from: '1', to: '2', deviceId: 'KV-1' };

  test('share all but their names and have no device', () => {
    const shared = { zoneId: 'naco', zoneName: 'Naco', location: null, hint: null, deviceId: null, hourlyRate: 5 };
    expect(toSpaceChanges({ ...values, zoneId: 'naco' }, ZONES)).toEqual([
      { ...shared, name: 'A-1' },
      { ...shared, name: 'A-2' },
    ]);
  });

  test('need numbers, which a single one does not', () => {
    expect(createSpaceValuesSchema([]).safeParse({ ...values, to: 'x' }).success).toBe(false);
    expect(createSpaceValuesSchema([]).safeParse({ ...values, to: 'x', isSeveral: false }).success).toBe(true);
  });
});

test('the name of a space and of a row of spaces fits into the database', () => {
  const isTaken = (change: object) =>
    createSpaceValuesSchema([]).safeParse({ ...toSpaceValues(null, ZONES), ...change }).success;
  expect([isTaken({ name: 'n'.repeat(120) }), isTaken({ name: 'n'.repeat(121) })]).toEqual([true, false]);
  expect([isTaken({ prefix: 'n'.repeat(114) }), isTaken({ prefix: 'n'.repeat(115) })]).toEqual([true, false]);
  expect([isTaken({ location: 'n'.repeat(300) }), isTaken({ location: 'n'.repeat(301) })]).toEqual([true, false]);
});
