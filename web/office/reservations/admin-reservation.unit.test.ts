import { expect, test } from 'vitest';
import {
  formatAmount,
  formatDate,
  formatLocation,
  formatSpaceName,
  formatTimeRange,
  formatUserName,
} from './admin-reservation.ts';

// Without an offset, a time is the device's own.
const RESERVATION = { startTime: '2026-03-01T09:05:00', endTime: '2026-03-01T17:30:00' };

test('a day is written with a short month and two digits, and hours with 24 of them', () => {
  expect(formatDate(RESERVATION)).toBe('Mar 01, 2026');
  expect(formatTimeRange(RESERVATION)).toBe('09:05 - 17:30');
  const overnight = { ...RESERVATION, endTime: '2026-03-02T06:30:00Z' };
  expect(formatTimeRange(overnight)).toBe('09:05 - Mar 02, 2026, 02:30');
});

test('an amount has two decimals, and a missing one is zero', () => {
  expect([12.5, 0, null].map((amount) => formatAmount({ amount }))).toEqual(['$12.50', '$0.00', '$0.00']);
});

test('whoever and whatever is gone is unknown', () => {
  expect(formatUserName({ userName: null })).toBe('Unknown User');
  expect(formatUserName({ userName: '' })).toBe('Unknown User');
  expect(formatSpaceName({ spaceName: null })).toBe('Unknown Space');
});

test('a place is the zone and the location, or what is known of them', () => {
  expect(formatLocation({ zoneName: 'Naco', spaceLocation: 'Av. Tiradentes' })).toBe('Naco - Av. Tiradentes');
  expect(formatLocation({ zoneName: null, spaceLocation: 'Av. Tiradentes' })).toBe('Av. Tiradentes');
  expect(formatLocation({ zoneName: null, spaceLocation: null })).toBe('');
});
