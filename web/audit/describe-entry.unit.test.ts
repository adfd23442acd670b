import { expect, test } from 'vitest';
import type { AuditEntry } from './audit-entry.ts';
import { describeChanges, describeEntry, formatActor } from './describe-entry.ts';

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

test('a row about a person is named by their email address', () => {
  const entry = { ...ENTRY, table: 'user_roles', action: 'insert', before: null, after: { role: 'admin' } };
  expect(describeEntry({ ...entry, personEmail: 'ana@parqueo.test' })).toBe('Added admin role of ana@parqueo.test');
  expect(describeChanges(entry)).toEqual([]);
});

test('a lock command is described with the response of the vendor, or as sent', () => {
  const lock = { ...ENTRY, table: 'locks', action: 'raise', subjectId: 'PQ-1', before: null };
  const answered = (after: Record<string, unknown>) =>
    describeChanges({ ...lock, after: { state: 'answered', ...after } });
  expect(describeEntry({ ...lock, after: { state: 'sent' } })).toBe('Raised lock PQ-1');
  expect(describeChanges({ ...lock, after: { state: 'sent' } })).toEqual(['Command sent']);
  expect(answered({ code: 200, msg: 'ok' })).toEqual(['The vendor took the command']);
  expect(answered({ code: 500, msg: 'Device offline' })).toEqual(['The vendor refused the command: Device offline']);
  expect(answered({ code: 500, msg: null })).toEqual(['The vendor refused the command: 500']);
});

test('an actor without an account is described as gone', () => {
  expect(formatActor(ENTRY)).toBe('ada@parqueo.test');
  expect(formatActor({ ...ENTRY, actorEmail: null })).toBe('An account that is gone');
});

test('an action or table named like an object property is plain text', () => {
  expect(describeEntry({ ...ENTRY, action: 'constructor', table: 'toString' })).toBe('Constructor ToString Naco');
});
