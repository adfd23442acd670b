import { describe, expect, test } from 'vitest';
import type { AuditEntry } from './data.ts';
import { describeChanges, describeEntry, formatActor, joinCommands } from './describe-entry.ts';

const ENTRY: AuditEntry = {
  id: 1,
  action: 'update',
  table: 'parking_zones',
  subjectId: 'b6f6',
  before: { name: 'Naco', price_per_hour: 5, amenities: { roofed: true, valet: false }, updated_at: 'a' },
  after: { name: 'Naco', price_per_hour: 9, amenities: { roofed: true, valet: true }, updated_at: 'b' },
  createdAt: '2026-11-21T10:00:00Z',
  actorEmail: 'ada@parqueo.test',
  personEmail: null,
};

test('a changed row is described with its changes, without the fields the database sets', () => {
  expect(describeEntry(ENTRY)).toBe('Changed zone Naco');
  expect(describeChanges(ENTRY)).toEqual(['Price per hour: $5.00 → $9.00', 'Amenities: Roofed → Roofed, Valet']);
});

test('a space is named with its zone', () => {
  const before = { name: 'A-01', zone_name: 'Naco' };
  expect(describeEntry({ ...ENTRY, table: 'parking_spaces', action: 'delete', before, after: null })).toBe(
    'Deleted space A-01, Naco',
  );
});

test('an import is described with how many spaces it added', () => {
  const entry = { ...ENTRY, table: 'parking_spaces', action: 'import', before: null };
  expect(describeEntry({ ...entry, after: { count: 2000 } })).toBe('Imported 2000 spaces');
  expect(describeEntry({ ...entry, after: { count: 1 } })).toBe('Imported 1 space');
  expect(describeChanges({ ...entry, after: { count: 1 } })).toEqual([]);
});

test('a row about a person is named by their email address', () => {
  const entry = { ...ENTRY, table: 'user_roles', action: 'insert', before: null, after: { role: 'admin' } };
  expect(describeEntry({ ...entry, personEmail: 'ana@parqueo.test' })).toBe('Added admin role of ana@parqueo.test');
  expect(describeChanges(entry)).toEqual([]);
});

test('money that an administrator moved is described with the reason', () => {
  const after = { user_id: 'u', amount: -2.5, reason: 'Too much', reservation_id: null };
  const entry = { ...ENTRY, table: 'wallet_adjustments', action: 'insert', before: null, after };
  expect(describeEntry({ ...entry, personEmail: 'ana@parqueo.test' })).toBe('Adjusted the wallet of ana@parqueo.test');
  expect(describeChanges(entry)).toEqual(['Amount: −$2.50', 'Reason: Too much']);
});

test('a message is described without what it said', () => {
  const after = { id: 'm', user_id: 'u', sender_type: 'other', needs_reply: false };
  const entry = { ...ENTRY, table: 'user_messages', action: 'insert', before: null, after };
  const toAna = { ...entry, personEmail: 'ana@parqueo.test' };
  expect(describeEntry(toAna)).toBe('Sent a message to ana@parqueo.test');
  const closed = { ...toAna, action: 'update', before: { ...after, needs_reply: true } };
  expect(describeEntry(closed)).toBe('Closed messages of ana@parqueo.test without a reply');
  expect(describeChanges(closed)).toEqual([]);
});

test('a hidden comment is described with its reason, and with the email address of its driver', () => {
  const before = { id: 'r', comment: 'Rude', overall: 4, hidden_at: null, hidden_by: null, hidden_reason: null };
  const after = { ...before, hidden_at: 'now', hidden_by: 'ada', hidden_reason: 'Offensive' };
  const entry = { ...ENTRY, table: 'ratings', before, after, personEmail: 'ana@parqueo.test' };
  expect(describeEntry(entry)).toBe('Changed rating of ana@parqueo.test');
  expect(describeChanges(entry)).toEqual(['Reason for hiding the comment: empty → Offensive']);
  expect(describeChanges({ ...entry, before: { ...before, overall: 1 }, after: before })).toEqual([
    'Overall Experience: 1 → 4',
  ]);
});

test('the status of a space is described with its reason and end, also when it is new', () => {
  const after = {
    id: 's',
    status: 'maintenance',
    reason: 'New asphalt',
    ends_at: null,
    name: 'A-01',
    zone_name: 'Naco',
  };
  const set = { ...ENTRY, table: 'space_status_overrides', action: 'insert', before: null, after };
  expect(describeEntry(set)).toBe('Set status of space A-01, Naco');
  expect(describeChanges(set)).toEqual(['Reason: New asphalt']);
  const changed = { ...set, action: 'update', before: after, after: { ...after, ends_at: '2026-03-02T19:05:00' } };
  expect(describeChanges(changed)).toEqual(['Available again: empty → Mar 02, 2026 19:05']);
  const ended = { ...set, action: 'delete', before: after, after: null };
  expect([describeEntry(ended), describeChanges(ended)]).toEqual(['Ended status of space A-01, Naco', []]);
});

describe('a lock command', () => {
  const lock = { ...ENTRY, table: 'locks', action: 'raise', subjectId: 'PQ-1', before: null };
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
  expect(formatActor({ ...ENTRY, actorEmail: null })).toBe('An account that is gone');
});

test('an action or table named like an object property is plain text', () => {
  expect(describeEntry({ ...ENTRY, action: 'constructor', table: 'toString' })).toBe('Constructor ToString Naco');
});
