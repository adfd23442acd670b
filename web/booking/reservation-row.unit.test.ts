import { expect, test } from 'vitest';
import { createPeriod } from '../../domain/days/period.ts';
import { findReservationPosition, type Reservation } from '../../domain/reservations/reservation.ts';
import { mergeSavedReservation, parseListedReservations } from './lists/reservations-of-driver.ts';
import { addSavedDetails, storedRowSchema, toReservation } from './reservation-row.ts';

const ROW = {
  id: 'reservation-1',
  parking_space_id: 'space-1',
  start_time: '2026-03-01T10:00:00+00:00',
  end_time: '2026-03-01T12:30:00+00:00',
  total_amount: 12.5,
  created_at: '2026-03-01T09:00:00+00:00',
  status: 'active',
  parking_spaces: {
    name: 'A-01',
    location: null,
    zone_name: 'Casco Colonial',
    hourly_rate: 5,
    parking_zones: { location: 'Calle El Conde 105', price_per_hour: 5, latitude: 18.47, longitude: -69.88 },
  },
};
const parse = (changes: object = {}) => storedRowSchema.parse({ ...ROW, ...changes });

test('a reservation of the backend is at its zone, with placeholders for what the backend lacks', () => {
  expect(toReservation(parse())).toEqual({
    id: 'reservation-1',
    spaceId: 'space-1',
    spaceName: 'A-01',
    zoneName: 'Casco Colonial',
    ...createPeriod(new Date('2026-03-01T10:00:00Z'), 2.5),
    status: 'active',
    vehicle: { id: 'unknown', name: '', licensePlate: '', type: '' },
    paymentMethod: 'wallet',
    ownerName: '',
    address: 'Calle El Conde 105',
    price: 12.5,
    lat: 18.47,
    lng: -69.88,
    createdAt: new Date('2026-03-01T09:00:00Z'),
  });
});

test('a reservation whose space is gone has no known name, address or position', () => {
  const reservation = toReservation(parse({ parking_space_id: null, parking_spaces: null }));
  expect(reservation).toMatchObject({ spaceName: '', address: '', lat: 0, lng: 0 });
  expect(findReservationPosition(reservation)).toBeNull();
});

test('a reservation keeps the vehicle that the database stores with it, before any other', () => {
  const stored = parse({
    vehicle_id: null,
    vehicle_name: 'Toyota Yaris',
    vehicle_plate: 'A123456',
    vehicle_type: 'motorcycle',
  });
  const vehicle = { id: 'sample', name: 'Honda Civic', licensePlate: 'B1', type: 'Sedan' };
  expect(addSavedDetails(toReservation(stored), { vehicle }).vehicle).toEqual({
    id: 'reservation-1',
    name: 'Toyota Yaris',
    licensePlate: 'A123456',
    type: 'motorcycle',
    isStored: true,
  });
});

const SEDAN = { id: 'sedan', name: 'Honda Civic', licensePlate: 'A654321', type: 'sedan' } as const;

const rowFrom = (start_time: string, end_time: string) => ({ ...ROW, id: `from ${start_time}`, start_time, end_time });
const listed = (rows: object[]): Reservation[] => parseListedReservations({ data: rows, error: null }).rows;

test('the reservation saved on the device lends its vehicle and payment to the row it is about', () => {
  const open = listed([
    rowFrom('2026-03-01T13:00:00+00:00', '2026-03-01T16:00:00+00:00'),
    rowFrom('2026-03-01T15:00:00+00:00', '2026-03-01T16:00:00+00:00'),
  ]);
  const [first] = open;
  if (!first) throw new Error('Nothing is listed');

  const shown = mergeSavedReservation(open, { ...first, vehicle: SEDAN, paymentMethod: 'credit', price: 1 });

  expect(shown).toMatchObject([
    { vehicle: SEDAN, paymentMethod: 'credit', price: 12.5 },
    { vehicle: { id: 'unknown' }, paymentMethod: 'wallet' },
  ]);
});
