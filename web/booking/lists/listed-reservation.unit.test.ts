import { expect, test } from 'vitest';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { groupOpenReservations, mergeSavedSession, parseListedReservations } from './listed-reservation.ts';

const NOW = new Date('2026-03-01T14:00:00Z');
const SPACE = {
  name: 'A-01',
  location: null,
  zone_name: 'Casco Colonial',
  hourly_rate: 5,
  parking_zones: { location: 'Calle El Conde 105', price_per_hour: 5, latitude: 18.47, longitude: -69.88 },
};

const SEDAN = { id: 'sedan', name: 'Honda Civic', licensePlate: 'A654321', type: 'sedan' } as const;

const rowFrom = (start_time: string, end_time: string, space: object | null = SPACE) => ({
  id: `from ${start_time}`,
  parking_space_id: 'space-1',
  start_time,
  end_time,
  total_amount: 15,
  status: 'active',
  created_at: '2026-03-01T09:00:00+00:00',
  parking_spaces: space,
});
const listed = (rows: object[]): Reservation[] => parseListedReservations({ data: rows, error: null }).rows;
const startsOf = (reservations: readonly Reservation[]) => reservations.map(({ startsAt }) => startsAt);

test('a reservation is upcoming until its start has passed, and parked until just before its end', () => {
  const starts = ['13:00', '14:00', '13:59', '14:01'].map((time) => new Date(`2026-03-01T${time}:00Z`));
  const open = listed([
    rowFrom('2026-03-01T12:00:00+00:00', '2026-03-01T14:00:00+00:00'),
    ...starts.map((start) => rowFrom(start.toISOString(), '2026-03-01T16:00:00+00:00')),
  ]);

  const { parked, upcoming } = groupOpenReservations(open, NOW);

  expect(startsOf(parked)).toEqual([starts[0], starts[2]]);
  expect(startsOf(upcoming)).toEqual([starts[1], starts[3]]);
});

test('the session saved on the device lends its vehicle and payment to the row it is about', () => {
  const open = listed([
    rowFrom('2026-03-01T13:00:00+00:00', '2026-03-01T16:00:00+00:00'),
    rowFrom('2026-03-01T15:00:00+00:00', '2026-03-01T16:00:00+00:00'),
  ]);
  const [first] = open;
  if (!first) throw new Error('Nothing is listed');

  const shown = mergeSavedSession(open, { ...first, vehicle: SEDAN, paymentMethod: 'credit', price: 1 });

  expect(shown).toMatchObject([
    { vehicle: SEDAN, paymentMethod: 'credit', price: 15 },
    { vehicle: { id: 'unknown' }, paymentMethod: 'wallet' },
  ]);
});
