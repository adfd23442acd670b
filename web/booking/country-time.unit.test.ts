import { afterEach, expect, test, vi } from 'vitest';
import { baseLocale, setLocale } from '#language';
import { formatReservationInCountry, formatStartInCountry } from './parking-time.ts';

afterEach(() => {
  vi.restoreAllMocks();
  setLocale(baseLocale);
});

const setDeviceOffset = (minutes: number) => vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(minutes);
const reservation = (durationHours: number) => ({ startTime: '2026-03-02T13:00:00Z', durationHours });

test('a device elsewhere names the time of the country, with the day', () => {
  setDeviceOffset(-60);
  expect(formatStartInCountry(new Date('2026-03-02T02:30:00Z'))).toBe('Mar 01, 2026, 10:30 PM in Santo Domingo');
  expect(formatReservationInCountry(reservation(3))).toBe('Mar 02, 2026, 9:00 AM to 12:00 PM in Santo Domingo');
  expect(formatReservationInCountry(reservation(24))).toBe(
    'Mar 02, 2026, 9:00 AM to Mar 03, 2026, 9:00 AM in Santo Domingo',
  );
  setLocale('es');
  expect(formatStartInCountry(new Date('2026-03-02T02:30:00Z'))).toBe(
    '1\u00a0mar\u00a02026, 10:30\u00a0p.\u00a0m. en Santo Domingo',
  );
});

test('a device with the offset of the country says nothing', () => {
  setDeviceOffset(240);
  expect(formatStartInCountry(new Date('2026-03-02T02:30:00Z'))).toBeNull();
  expect(formatReservationInCountry(reservation(3))).toBeNull();
});
