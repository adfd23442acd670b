import { describe, expect, it } from 'vitest';
import { createReserveSchema, createReserveValues, parseEnd, parseStart } from './reserve-values.ts';

const NOW = new Date(2026, 10, 21, 14, 37);

function messagesOf(changes: object): string[] {
  const parsed = createReserveSchema(() => NOW).safeParse({ ...createReserveValues(NOW), ...changes });
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('defaultReserveValues', () => {
  it('starts today, in the current hour with minutes 0, for 3 hours', () => {
    expect(createReserveValues(NOW)).toMatchObject({ date: '2026-11-21', time: '14:00', hours: 3 });
  });

  it('stays on the day of the device just before midnight', () => {
    const lateEvening = new Date(2026, 11, 31, 23, 59);

    expect(createReserveValues(lateEvening)).toMatchObject({ date: '2026-12-31', time: '23:00' });
  });
});

describe('startOfValues and endOfValues', () => {
  it('reads date and time in the time of the device', () => {
    expect(parseStart({ date: '2026-11-21', time: '14:05' })).toEqual(new Date(2026, 10, 21, 14, 5));
    expect(parseEnd({ date: '2026-11-21', time: '23:00', hours: 1.5 })).toEqual(new Date(2026, 10, 22, 0, 30));
  });

  it('knows no start without a date or a time, and no end without a duration of at least an hour', () => {
    expect(parseStart({ date: '', time: '14:00' })).toBeNull();
    expect(parseStart({ date: '2026-11-21', time: '' })).toBeNull();
    expect(parseEnd({ date: '2026-11-21', time: '14:00', hours: null })).toBeNull();
    expect(parseEnd({ date: '2026-11-21', time: '14:00', hours: 0.5 })).toBeNull();
  });

  it('knows no end beyond the last day of the calendar', () => {
    expect(parseEnd({ date: '2026-11-21', time: '14:00', hours: 1e12 })).toBeNull();
  });
});

describe('reserveSchema', () => {
  it('takes the form as it opens, and any number of hours from 1 to 31 days', () => {
    expect(messagesOf({})).toEqual([]);
    expect(messagesOf({ hours: 1 })).toEqual([]);
    expect(messagesOf({ hours: 744 })).toEqual([]);
    expect(messagesOf({ hours: 745 })).toEqual(['hours: A stay can last at most 31 days, which is 744 hours.']);
  });

  it('asks for date and time', () => {
    expect(messagesOf({ date: '', time: '' })).toEqual([
      'date: Please select date and time',
      'time: Please select date and time',
    ]);
  });

  it('refuses less than an hour and an empty duration', () => {
    expect(messagesOf({ hours: 0.5 })).toEqual(['hours: Duration must be at least 1 hour']);
    expect(messagesOf({ hours: null })).toEqual(['hours: Duration must be at least 1 hour']);
  });

  it('refuses a stay that is over, not one that is under way', () => {
    expect(messagesOf({ time: '11:37' })).toEqual(['date: This time has already passed. Choose a later date or time.']);
    expect(messagesOf({ time: '11:38' })).toEqual([]);
  });

  it('refuses a start more than 24 hours ago or more than 366 days ahead', () => {
    const tooEarly = 'date: A stay can start at most 24 hours ago. Choose a later date or time.';
    const tooLate = 'date: A stay can start at most 366 days from now. Choose an earlier date.';
    expect(messagesOf({ date: '2026-11-20', time: '14:36', hours: 48 })).toEqual([tooEarly]);
    expect(messagesOf({ date: '2026-11-20', time: '14:37', hours: 48 })).toEqual([]);
    expect(messagesOf({ date: '2027-11-22', time: '14:38' })).toEqual([tooLate]);
    expect(messagesOf({ date: '2027-11-22', time: '14:37' })).toEqual([]);
    expect(messagesOf({ date: '+012000-01-01' })).toEqual([]);
  });
});
