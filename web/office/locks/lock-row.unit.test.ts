import { expect, test } from 'vitest';
import { lockPageSchema } from './vendor-session.ts';

test('a lock without values is read as one with nulls', () => {
  const { locks, total } = lockPageSchema.parse({ content: [{}, { did: null, electricity: null }] });
  expect(locks.map(({ key }) => key)).toEqual(['without-id-0', 'without-id-1']);
  expect(locks[0]).toMatchObject({ did: null, online: null, electricity: null, alarm: null, syncTime: null });
  expect(total).toBeNull();
});

test('numbers sent as text and texts sent as numbers are converted', () => {
  const row = { did: 42, online: '2', electricity: '85%', locationState: '1', alarm: 0, soundAlarm: true, gateway: {} };
  const { locks } = lockPageSchema.parse({ content: [row], totalElements: 24 });
  expect(locks[0]).toMatchObject({
    key: '42',
    did: '42',
    online: 2,
    electricity: 85,
    locationState: 1,
    alarm: '0',
    soundAlarm: 'true',
    gateway: null,
  });
});

test('an entry that is no object becomes an empty lock and hides no other', () => {
  const page = lockPageSchema.parse({ content: ['nonsense', { did: 'KV-0001' }, null] });
  expect(page.locks.map(({ key, did }) => [key, did])).toEqual([
    ['without-id-0', null],
    ['KV-0001', 'KV-0001'],
    ['without-id-2', null],
  ]);
});
