import { expect, test } from 'vitest';
import { createPeriod } from '../../domain/days/period.ts';
import {
  findReservationPosition,
  isLocalReservation,
  reservationSchema,
} from '../../domain/reservations/reservation.ts';
import { createLocalReservation } from './sample-park-now.tsx';

const ZONE = {
  id: 'sample-gazcue',
  name: 'Patio Gazcue',
  address: 'Av. Máximo Gómez 35, Gazcue, Santo Domingo',
  position: { lat: 18.472, lng: -69.9115 },
  pricePerHour: 3.5,
  availableSpaces: 11,
};
const vehicle = { id: 'sample', name: 'Toyota Yaris', licensePlate: 'A123456', type: 'Hatchback' };
const uuid = '6f1c2b1a-3a52-4a53-8d2e-0d0f6e1d7a11';

test('parking now takes 3 hours at the place of its zone from this second on, and can be saved and read again', () => {
  const reservation = createLocalReservation({ zone: ZONE, vehicle, now: new Date('2026-03-01T14:00:00.999Z'), uuid });
  const place = { spaceId: ZONE.id, spaceName: ZONE.name, address: ZONE.address, vehicle };
  const price = { paymentMethod: 'wallet', price: 10.5 };
  expect(reservation).toMatchObject({ ...createPeriod(new Date('2026-03-01T14:00:00Z'), 3), ...place, ...price });
  expect(findReservationPosition(reservation)).toEqual(ZONE.position);
  expect(reservationSchema.parse(JSON.parse(JSON.stringify(reservation)))).toEqual(reservation);
  expect([isLocalReservation(reservation), isLocalReservation({ id: uuid })]).toEqual([true, false]);
});
