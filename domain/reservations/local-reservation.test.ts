import { expect, test } from 'vitest';
import type { NearbyZone } from '../zones/nearest.ts';
import { createLocalReservation, isLocalReservation } from './local-reservation.ts';
import { findReservationPosition, reservationSchema } from './reservation.ts';
import { getReservationEnd } from './times.ts';

const NOW = new Date('2026-03-01T14:00:00Z');
const VEHICLE = { id: 'sample', name: 'Toyota Yaris', licensePlate: 'A123456', type: 'Hatchback' };
const UUID = '6f1c2b1a-3a52-4a53-8d2e-0d0f6e1d7a11';
const ZONE: NearbyZone = {
  id: 'sample-gazcue',
  name: 'Patio Gazcue',
  address: 'Av. Máximo Gómez 35, Gazcue, Santo Domingo',
  position: { lat: 18.472, lng: -69.9115 },
  pricePerHour: 3.5,
  availableSpaces: 11,
};

test('parking now is a reservation of 3 hours from now, paid from the wallet at 3 times the hourly rate', () => {
  const reservation = createLocalReservation({ zone: ZONE, vehicle: VEHICLE, now: NOW, uuid: UUID });

  expect(reservation).toMatchObject({ startTime: NOW.toISOString(), paymentMethod: 'wallet', price: 10.5 });
  expect(getReservationEnd(reservation)).toEqual(new Date('2026-03-01T17:00:00Z'));
});

test('a reservation begun within a second counts from that second on, so that it never lies ahead', () => {
  const now = new Date('2026-03-01T14:00:00.999Z');

  expect(createLocalReservation({ zone: ZONE, vehicle: VEHICLE, now, uuid: UUID }).startTime).toBe(
    '2026-03-01T14:00:00.000Z',
  );
});

test('parking now is at the place of its zone, with the first sample vehicle', () => {
  const reservation = createLocalReservation({ zone: ZONE, vehicle: VEHICLE, now: NOW, uuid: UUID });

  expect(reservation).toMatchObject({
    parkingSpotId: ZONE.id,
    parkingSpotName: ZONE.name,
    address: ZONE.address,
    vehicle: VEHICLE,
  });
  expect(findReservationPosition(reservation)).toEqual(ZONE.position);
});

test('a local reservation can be saved and read again, and is told from one of the backend by its id', () => {
  const reservation = createLocalReservation({ zone: ZONE, vehicle: VEHICLE, now: NOW, uuid: UUID });

  expect(reservationSchema.parse(JSON.parse(JSON.stringify(reservation)))).toEqual(reservation);
  expect(isLocalReservation(reservation)).toBe(true);
  expect(isLocalReservation({ id: UUID })).toBe(false);
});
