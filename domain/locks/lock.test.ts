import { describe, expect, test } from 'vitest';
import {
  filterLocks,
  getLockPosition,
  type LockDevice,
  lockRowSchema,
  needsAttention,
  sortByAttention,
} from './lock.ts';

const SOUND = { online: 1, electricity: 80, alarm: 'None' };

function lock(did: string, values: Partial<LockDevice> = {}): LockDevice {
  const nothing = { sim: null, signalStrength: null, soundAlarm: null, clbm: null, cm: null, ut: null, bz: null };
  const never = { syncTime: null, createTime: null, updateTime: null, onlineTime: null, offlineTime: null };
  return { key: did, did, type: 'K10', gateway: 'GW-01', locationState: 1, ...SOUND, ...nothing, ...never, ...values };
}

test.each([
  [1, 'down'],
  [2, 'up'],
  [0, 'unknown'],
  [3, 'unknown'],
  [null, 'unknown'],
])('a lock whose locationState is %s is %s', (locationState, expected) => {
  expect(getLockPosition({ locationState })).toBe(expected);
});

test('a number is read without its blanks and sign, and a long run of blanks in a moment', () => {
  const read = (electricity: string) => lockRowSchema.pick({ electricity: true }).parse({ electricity }).electricity;
  const startedAt = performance.now();
  expect([read(' 80 % '), read('-1.5'), read(`1${' '.repeat(200_000)}x`)]).toEqual([80, -1.5, null]);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});

describe('a lock needs attention', () => {
  test.each([
    ['when it is offline', { online: 2 }],
    ['when its battery is below 20 %', { electricity: 19 }],
    ['when its battery is empty', { electricity: 0 }],
    ['when it reports an alarm', { alarm: 'Collision' }],
  ])('%s', (_when, values) => {
    expect(needsAttention({ ...SOUND, ...values })).toBe(true);
  });

  test.each([
    ['at 20 %', { electricity: 20 }],
    ['while the vendor says nothing', { online: null, electricity: null, alarm: null }],
    ['when the alarm says that there is none', { alarm: ' none ' }],
    ['when the alarm is the number 0', { alarm: '0' }],
  ])('but not %s', (_when, values) => {
    expect(needsAttention({ ...SOUND, ...values })).toBe(false);
  });
});

describe('looking for locks', () => {
  const locks = [
    lock('KV-0001'),
    lock('KV-0002', { online: 2, gateway: 'GW-77' }),
    lock('KV-0003', { alarm: 'Tamper', type: 'K20' }),
    lock('KV-0004', { gateway: null, type: null, alarm: null }),
  ];
  const found = (words: string, connection: 'all' | 'online' | 'offline' = 'all') =>
    filterLocks(locks, { words, connection }).map(({ did }) => did);

  test.each([
    ['id', 'kv-0004', ['KV-0004']],
    ['gateway', 'gw-77', ['KV-0002']],
    ['type', 'k20', ['KV-0003']],
    ['alarm', ' TAMP', ['KV-0003']],
    ['nothing', '', ['KV-0001', 'KV-0002', 'KV-0003', 'KV-0004']],
  ])('by %s', (_what, words, expected) => {
    expect(found(words)).toEqual(expected);
  });

  test('by words and connection, both of which have to hold', () => {
    expect(found('', 'offline')).toEqual(['KV-0002']);
    expect(found('gw-01', 'offline')).toEqual([]);
    expect(found('', 'online')).toEqual(['KV-0001', 'KV-0003', 'KV-0004']);
  });

  test('puts those that need attention first and keeps the order otherwise', () => {
    expect(sortByAttention(locks).map(({ did }) => did)).toEqual(['KV-0002', 'KV-0003', 'KV-0001', 'KV-0004']);
  });
});
