import { expect, test } from 'vitest';
import {
  formatAddress,
  formatLicensePlate,
  formatOwner,
  formatPlace,
  formatVehicleName,
  reservationSchema,
  UNKNOWN_VEHICLE,
} from './reservation.ts';

test('what is unknown has its words where it is shown', () => {
  const { vehicle, ...reservation } = reservationSchema.parse({
    id: 'reservation-1',
    spaceId: 'space-1',
    spaceName: '',
    zoneName: null,
    startsAt: '2026-03-01T10:00:00Z',
    endsAt: '2026-03-01T13:00:00Z',
    vehicle: UNKNOWN_VEHICLE,
    paymentMethod: 'wallet',
    ownerName: '',
    address: '',
    price: 15,
    lat: 0,
    lng: 0,
    createdAt: '2026-03-01T09:00:00Z',
  });
  const shown = [formatPlace(reservation), formatOwner(reservation), formatAddress(reservation)];
  expect(shown).toEqual(['Unknown Space', 'System', 'Unknown Location']);
  expect([formatVehicleName(vehicle), formatLicensePlate(vehicle)]).toEqual(['Vehicle', 'N/A']);
});
