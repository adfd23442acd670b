import { expect, test } from 'vitest';
import { formatAddress, formatOwner, formatPlace, reservationSchema } from './reservation.ts';
import { formatLicensePlate, formatVehicleName, UNKNOWN_VEHICLE } from './vehicle.ts';

const KEPT = {
  id: 'reservation-1',
  parkingSpotId: 'space-1',
  parkingSpotName: 'Unknown Space',
  startTime: '2026-03-01T10:00:00Z',
  durationHours: 3,
  vehicle: { id: 'unknown', name: 'Vehicle', licensePlate: 'N/A', type: 'Unknown' },
  paymentMethod: 'wallet',
  ownerName: 'System',
  address: 'Unknown Location',
  price: 15,
  lat: 0,
  lng: 0,
  createdAt: '2026-03-01T09:00:00Z',
};

test('what a device once kept as texts of the screen is unknown, and what it keeps now is no text', () => {
  const unknown = { parkingSpotName: '', ownerName: '', address: '', vehicle: UNKNOWN_VEHICLE };
  const read = reservationSchema.parse(KEPT);
  expect(read).toMatchObject(unknown);
  expect(reservationSchema.parse(read)).toEqual(read);
});

test('names and addresses that are known stay as they are', () => {
  const vehicle = { id: 'sample-sedan', name: 'Honda Civic', licensePlate: 'A654321', type: 'Sedan' };
  const known = { parkingSpotName: 'A-01', ownerName: 'Ana', address: 'Calle El Conde', vehicle };
  expect(reservationSchema.parse({ ...KEPT, ...known })).toMatchObject(known);
});

test('what is unknown has its words where it is shown', () => {
  const { vehicle, ...reservation } = reservationSchema.parse(KEPT);
  const shown = [formatPlace(reservation), formatOwner(reservation), formatAddress(reservation)];
  expect(shown).toEqual(['Unknown Space', 'System', 'Unknown Location']);
  expect([formatVehicleName(vehicle), formatLicensePlate(vehicle)]).toEqual(['Vehicle', 'N/A']);
});
