import { createPeriod } from '../../domain/days/period.ts';
import type { Reservation } from '../../domain/reservations/reservation.ts';
import type { Row } from './fake-tables.ts';
import { DRIVER } from './people.ts';

const HOUR_MS = 3_600_000;

/** A zone with ten spaces, six of them available. */
export const ZONE = {
  id: '5a0e0000-0000-4000-8000-000000000014',
  name: 'Naco Tiradentes',
  description: 'Open car park',
  location: 'Av. Tiradentes 14, Naco, Santo Domingo',
  latitude: 18.4735,
  longitude: -69.9312,
  rating: 4.5,
  price_per_hour: 5,
  lowest_rate: 5,
  highest_rate: 5,
  amenities: { security: true },
  spaces: [{ count: 10 }],
  available: [{ count: 6 }],
};

/** A space of the zone, with the number that its name shows. */
export function createSpace(number = 1) {
  return {
    id: `5ace0000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    name: `A-${String(number).padStart(2, '0')}`,
    zone_id: ZONE.id,
    zone_name: ZONE.name,
    location: null,
    hourly_rate: 5,
    status: 'available',
    parking_zones: ZONE,
  };
}

type Fields = { startsInHours: number; hours?: number; space?: ReturnType<typeof createSpace>; status?: string };

let created = 0;

/** A reservation of the driver. */
export function createReservation({ startsInHours, hours = 1, space = createSpace(), status = 'active' }: Fields): Row {
  const start = Date.now() + startsInHours * HOUR_MS;
  created += 1;
  return {
    id: `7e5e0000-0000-4000-8000-${String(created).padStart(12, '0')}`,
    user_id: DRIVER.id,
    parking_space_id: space.id,
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + hours * HOUR_MS).toISOString(),
    total_amount: space.hourly_rate * hours,
    status,
    created_at: new Date(start - HOUR_MS).toISOString(),
    parking_spaces: space,
  };
}

/** A row of the view `admin_reservations`: a reservation of Ana, in an hour. */
export const createAdminReservation = (fields: Row = {}): Row => ({
  ...createReservation({ startsInHours: 1 }),
  user_name: 'Ana Pérez',
  user_email: 'ana@parqueo.test',
  space_name: 'A-01',
  space_location: null,
  zone_name: 'Naco',
  time_state: 'future',
  ...fields,
});

/** A time as the lists write it, in the device's time zone. */
export function formatTime(time: unknown): string {
  const date = new Date(String(time));
  const day = date.toLocaleDateString('en-US', { month: 'short', day: '2-digit', year: 'numeric' });
  return `${day}, ${date.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })}`;
}

/** A space as the back office reads it, with what the test says of it. */
export function createAdminSpace({ name, deviceId, ...fields }: Row): Row {
  created += 1;
  return {
    ...createSpace(created),
    name,
    location: 'Calle de Prueba 7',
    kavass_device_id: deviceId,
    last_activity: null,
    updated_at: '2026-01-01T00:00:00Z',
    ...fields,
  };
}

/** A reservation of three hours, as one screen hands it to the next. */
export const RESERVATION: Reservation = {
  id: 'reservation-1',
  spaceId: 'space-1',
  spaceName: 'A-01',
  zoneName: 'Casco Colonial',
  ...createPeriod(new Date('2026-03-01T10:00:00Z'), 3),
  status: 'active',
  vehicle: { id: 'v', name: 'Toyota Yaris', licensePlate: 'A123456', type: 'Hatchback' },
  paymentMethod: 'wallet',
  ownerName: '',
  address: 'Calle El Conde 105',
  price: 15,
  lat: 18.47,
  lng: -69.88,
  createdAt: new Date('2026-03-01T09:00:00Z'),
};
