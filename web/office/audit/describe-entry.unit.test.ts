import { describe, expect, test } from 'vitest';
import type { AuditEntry } from './audit-entries.ts';
import { describeChanges, describeEntry, formatActor, joinCommands } from './describe-entry.ts';

const ENTRY: AuditEntry = {
  id: 1,
  action: 'update',
  subjectTable: 'parking_zones',
  subjectId: 'b6f6',
  before: { name: 'Naco', price_per_hour: 5, amenities: { roofed: true, valet: false }, updated_at: 'a' },
  after: { name: 'Naco', price_per_hour: 9, amenities: { roofed: true, valet: true }, updated_at: 'b' },
  createdAt: '2026-11-21T10:00:00Z',
  actorEmail: 'ada@parqueo.test',
  actorRole: 'admin',
  personEmail: null,
};

/** An entry of a table, about Ana where it is about a person. */
const entry = (table: string, action: string, after: AuditEntry['after'], before: AuditEntry['before'] = null) => ({
  ...ENTRY,
  subjectTable: table,
  action,
  before,
  after,
  personEmail: 'ana@parqueo.test',
});
const SPACE = { name: 'A-01', zone_name: 'Naco' };
const CLOSED = { id: 'm', sender_type: 'other', needs_reply: false };
const RATING = { id: 'r', comment: 'Rude', overall: 4, hidden_at: null, hidden_reason: null };
const HIDDEN = { ...RATING, hidden_at: 'now', hidden_reason: 'Offensive' };
const STATUS = { ...SPACE, id: 's', status: 'maintenance', reason: 'New asphalt', ends_at: null };
const ENDING = { ...STATUS, ends_at: '2026-03-02T19:05:00' };
const MOVED = { user_id: 'u', amount: -2.5, reason: 'Too much', reservation_id: null };

test.each<[string, AuditEntry, string[]]>([
  [
    'Changed zone Naco',
    ENTRY,
    ['Price per hour: $5.00 → $9.00', 'Amenities: Covered Parking → Covered Parking, Valet'],
  ],
  ['Deleted space A-01, Naco', entry('parking_spaces', 'delete', null, SPACE), []],
  [
    'Gave by hand: lower prices',
    {
      ...entry('gifts', 'insert', { user_id: null, kind: 'price', amount: 2400, reason: 'price_lowered' }),
      personEmail: null,
      subjectId: null,
    },
    ['Kind: Prices lowered by more than half', 'Amount: +$2,400.00', 'Reason: lower prices'],
  ],
  ['Imported 2000 spaces', entry('parking_spaces', 'import', { count: 2000 }), []],
  ['Imported 1 space', entry('parking_spaces', 'import', { count: 1 }), []],
  ['Added admin role of ana@parqueo.test', entry('user_roles', 'insert', { role: 'admin' }), []],
  [
    'Adjusted the wallet of ana@parqueo.test',
    entry('wallet_adjustments', 'insert', MOVED),
    ['Amount: −$2.50', 'Reason: Too much'],
  ],
  ['Sent a message to ana@parqueo.test', entry('user_messages', 'insert', CLOSED), []],
  [
    'Closed messages of ana@parqueo.test without a reply',
    entry('user_messages', 'update', CLOSED, { ...CLOSED, needs_reply: true }),
    [],
  ],
  [
    'Changed rating of ana@parqueo.test',
    entry('ratings', 'update', HIDDEN, RATING),
    ['Reason for hiding the comment: empty → Offensive'],
  ],
  ['Set status of space A-01, Naco', entry('space_status_overrides', 'insert', STATUS), ['Reason: New asphalt']],
  [
    'Changed status of space A-01, Naco',
    entry('space_status_overrides', 'update', ENDING, STATUS),
    ['Available again: empty → Mar\u00a002,\u00a02026 19:05'],
  ],
  ['Ended status of space A-01, Naco', entry('space_status_overrides', 'delete', null, STATUS), []],
  // Actions and tables that are named like properties of an object.
  ['Constructor ToString Naco', { ...ENTRY, action: 'constructor', subjectTable: 'toString', after: null }, []],
])('%s', (sentence, described, changes) => {
  expect(describeEntry(described)).toBe(sentence);
  expect(describeChanges(described)).toEqual(changes);
});

describe('a lock command', () => {
  const lock = { ...ENTRY, subjectTable: 'locks', action: 'raise', subjectId: 'PQ-1', before: null };
  const describeOutcome = (after: Record<string, unknown>) => describeChanges({ ...lock, after });

  test('is named as a command, as nobody knows whether the lock moved', () => {
    expect(describeEntry({ ...lock, after: { state: 'answered', code: 200 } })).toBe('Command to raise lock PQ-1');
    expect(describeEntry({ ...lock, action: 'lower', after: { state: 'sent' } })).toBe('Command to lower lock PQ-1');
  });

  test.each([
    [{ state: 'sent' }, 'Sent; no response is recorded, so it is unknown whether the lock moved'],
    [{ state: 'answered', code: 502, msg: 'lost', outcome: 'moved' }, 'The lock moved'],
    [{ state: 'answered', code: 200, msg: 'ok' }, 'Accepted by the vendor'],
    [{ state: 'answered', code: 40_030, msg: 'Device offline' }, 'Rejected by the vendor: Device offline'],
    [{ state: 'answered', code: 40_030, msg: null }, 'Rejected by the vendor: code 40030'],
    [
      { state: 'answered', code: 504, msg: 'The lock vendor did not answer in time' },
      'Sent with unknown result: The lock vendor did not answer in time',
    ],
    [{ state: 'answered', code: 502, msg: '' }, 'Sent with unknown result: code 502'],
  ])('with %j is described with its outcome', (after, outcome) => {
    expect(describeOutcome(after)).toEqual([outcome]);
  });

  test('is listed once when its outcome is known', () => {
    const sent = (id: number, command: string) => ({ ...lock, id, after: { state: 'sent', command } });
    const answered = { ...lock, id: 3, after: { state: 'answered', command: 'a', code: 200 } };
    expect(joinCommands([answered, ENTRY, sent(2, 'b'), sent(1, 'a')]).map(({ id }) => id)).toEqual([3, 1, 2]);
  });
});

test('an actor without an account is described as gone', () => {
  expect(formatActor(ENTRY)).toBe('ada@parqueo.test');
  expect(formatActor({ ...ENTRY, actorRole: 'manager' })).toBe('ada@parqueo.test (Manager)');
  expect(formatActor({ ...ENTRY, actorEmail: null })).toBe('An account that is gone');
});
