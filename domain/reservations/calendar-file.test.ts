import { expect, test } from 'vitest';
import { createCalendarFile, getCalendarSequence } from './calendar-file.ts';

const RESERVATION = {
  reservationId: '0f0e2a55-9d10-4a3c-8a0e-1d7c9f5f2b11',
  place: 'A-01, Naco',
  address: 'Av. Lincoln, corner; "Plaza"',
  startsAt: new Date('2026-11-22T18:00:00Z'),
  endsAt: new Date('2026-11-22T20:30:00Z'),
  sequence: 7,
  link: 'https://parqueo.example/reservations',
};
/** Lines without the folding of long ones. */
const linesOf = (file: string) => file.replaceAll(/\r\n[\t ]/g, '').split('\r\n');

test('a reservation is an entry with its own id, its times, place and two alarms', () => {
  const lines = linesOf(createCalendarFile(RESERVATION));
  expect(lines).toEqual(
    expect.arrayContaining([
      'METHOD:PUBLISH',
      'UID:0f0e2a55-9d10-4a3c-8a0e-1d7c9f5f2b11@parqueo',
      'SEQUENCE:7',
      'STATUS:CONFIRMED',
      'SUMMARY:Parking: A-01\\, Naco',
      'LOCATION:Av. Lincoln\\, corner\\; "Plaza"',
      'DTSTART:20261122T180000Z',
      'DTEND:20261122T203000Z',
      'TRIGGER:-PT30M',
      'TRIGGER;VALUE=DATE-TIME:20261122T201500Z',
    ]),
  );
  expect(lines.filter((line) => line === 'BEGIN:VALARM')).toHaveLength(2);
});

test('what comes by mail is an invitation that its driver has accepted, so that calendars also take its cancellation', () => {
  const invitation = { organizer: { name: 'Parqueo', email: 'no-reply@parqueo.test' }, attendee: 'ana@parqueo.test' };
  for (const isCancelled of [false, true]) {
    const lines = linesOf(createCalendarFile({ ...RESERVATION, invitation, isCancelled }));
    expect(lines).toContain(isCancelled ? 'METHOD:CANCEL' : 'METHOD:REQUEST');
    expect(lines).toContain('ORGANIZER;CN="Parqueo":MAILTO:no-reply@parqueo.test');
    expect(lines.join()).toMatch(/ATTENDEE;[^,]*PARTSTAT="ACCEPTED"[^,]*:MAILTO:ana@parqueo\.test/i);
  }
});

test('a cancelled reservation takes the same entry out of the calendar', () => {
  const lines = linesOf(createCalendarFile({ ...RESERVATION, sequence: 9, isCancelled: true }));
  expect(lines).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED', 'SEQUENCE:9']));
  expect(lines).not.toContain('BEGIN:VALARM');
});

test('the entry is in the language that is asked for', () => {
  expect(linesOf(createCalendarFile(RESERVATION, 'es'))).toContain('SUMMARY:Parqueo: A-01\\, Naco');
});

test('the name of a place cannot add a line of its own', () => {
  const file = createCalendarFile({
    ...RESERVATION,
    place: 'A-01\r\nATTACH:https://evil.test/x\nEND:VEVENT',
    address: 'Naco\r\nBEGIN:VALARM\u0085END:VCALENDAR',
  });
  const lines = linesOf(file);
  expect(lines.some((line) => line.startsWith('ATTACH'))).toBe(false);
  expect(lines.filter((line) => line === 'END:VEVENT' || line === 'END:VCALENDAR')).toHaveLength(2);
});

test('a later change has a higher number, and one that is made at once has none', () => {
  const made = new Date('2026-11-22T12:00:00Z');
  expect(getCalendarSequence(made, new Date('2026-11-22T12:01:05Z'))).toBe(65);
  expect(getCalendarSequence(made, new Date('2026-11-22T11:00:00Z'))).toBe(0);
});
