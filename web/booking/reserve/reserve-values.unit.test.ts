import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createOptions, setInstallation } from '../../../domain/installation.ts';
import { createReserveValues, reserveSchema } from './reserve-values.ts';

const NOW = new Date(2026, 10, 21, 14, 37);
const CHOSEN = { vehicleId: 'vehicle-1', paymentMethod: 'wallet' } as const;

beforeEach(() => {
  setInstallation(createOptions(true));
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

function listMessages(changes: object): string[] {
  const parsed = reserveSchema.safeParse({ ...createReserveValues(NOW, CHOSEN), ...changes });
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('createReserveValues', () => {
  test('starts today, in the current hour with minutes 0, for 3 hours', () => {
    expect(createReserveValues(NOW, CHOSEN)).toMatchObject({ date: '2026-11-21', time: '14:00', hours: 3 });
  });

  test('starts now where reservations are real, so that nobody pays for what is over', () => {
    setInstallation(createOptions(false));
    expect(createReserveValues(NOW, CHOSEN)).toMatchObject({ date: '2026-11-21', time: '14:37', hours: 3 });
  });
});

describe('reserveSchema', () => {
  test('takes the form as it opens, and any number of hours from 1 to 31 days', () => {
    expect(listMessages({})).toEqual([]);
    expect(listMessages({ hours: 1 })).toEqual([]);
    expect(listMessages({ hours: 744 })).toEqual([]);
    expect(listMessages({ hours: 745 })).toEqual([
      'hours: A reservation can last at most 31 days, which is 744 hours.',
    ]);
  });

  test('asks for date and time', () => {
    expect(listMessages({ date: '', time: '' })).toEqual([
      'date: Please select date and time',
      'time: Please select date and time',
    ]);
  });

  test('refuses less than an hour and an empty duration', () => {
    expect(listMessages({ hours: 0.5 })).toEqual(['hours: Duration must be at least 1 hour']);
    expect(listMessages({ hours: null })).toEqual(['hours: Duration must be at least 1 hour']);
  });

  test('refuses a reservation that is over, not one that is under way', () => {
    expect(listMessages({ time: '11:37' })).toEqual([
      'time: This time has already passed. Choose a later date or time.',
    ]);
    expect(listMessages({ time: '11:38' })).toEqual([]);
  });

  test('refuses a start more than 24 hours ago or more than 366 days ahead', () => {
    const tooEarly = 'date: A reservation cannot have started more than 24 hours ago. Choose a later date or time.';
    const tooLate = 'date: A reservation can start at most 366 days from now. Choose an earlier date.';
    expect(listMessages({ date: '2026-11-20', time: '14:36', hours: 48 })).toEqual([tooEarly]);
    expect(listMessages({ date: '2026-11-20', time: '14:37', hours: 48 })).toEqual([]);
    expect(listMessages({ date: '2027-11-22', time: '14:38' })).toEqual([tooLate]);
    expect(listMessages({ date: '2027-11-22', time: '14:37' })).toEqual([]);
    expect(listMessages({ date: '12000-01-01' })).toEqual([]);
  });
});
