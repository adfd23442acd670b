import type { Locator, Page } from '@playwright/test';
import { createPerson, expect, type Person } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';
import type { RunningServer } from './server.ts';

const MS_PER_HOUR = 3_600_000;
const DAY = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  timeZone: 'America/Santo_Domingo',
});

/** The button of the first space that can be reserved, in the details of a zone. */
export const findReserveButton = (page: Page): Locator =>
  page
    .getByRole('button', { name: /^Reserve A-/ })
    .and(page.locator(':enabled'))
    .first();

/** A reservation to book: the place of the space in its zone by name, counted from 0, and its start in hours from now. */
type Booking = { zone: string; space: number; startsInHours: number; hours?: number };

/** A booked reservation; `day` is the day of its start as the screens write it. */
type Booked = { id: string; spaceId: string; start: Date; day: string };

/** The moment so many hours from now, on a whole minute. */
function addHoursToNow(hours: number): Date {
  return new Date(Math.floor((Date.now() + hours * MS_PER_HOUR) / 60_000) * 60_000);
}

/** The day so many days from now, as a date field holds it. */
export function formatDayAhead(days: number): string {
  return addHoursToNow(days * 24)
    .toISOString()
    .slice(0, 10);
}

/** The rows that book these reservations for a person. */
async function createRows(person: Person, bookings: readonly Booking[]) {
  const zones = [...new Set(bookings.map(({ zone }) => zone))];
  const { data: spaces } = await person.client
    .from('parking_spaces')
    .select('id, zone_name')
    .in('zone_name', zones)
    .order('name')
    .throwOnError();
  return bookings.map(({ zone, space, startsInHours, hours = 1 }) => {
    const start = addHoursToNow(startsInHours);
    return {
      user_id: person.id,
      parking_space_id: spaces.filter(({ zone_name }) => zone_name === zone)[space]?.id,
      start_time: start.toISOString(),
      end_time: new Date(start.getTime() + hours * MS_PER_HOUR).toISOString(),
      status: 'active',
      payment_method: 'wallet',
      ...(person.vehicleId ? { vehicle_id: person.vehicleId } : {}),
    };
  });
}

/** Books reservations in one request, in the name of the person and past every screen; the database decides. */
export async function book(person: Person, bookings: readonly Booking[]): Promise<Booked[]> {
  const rows = await createRows(person, bookings);
  const { data } = await person.client.from('reservations').insert(rows).select('id, parking_space_id').throwOnError();
  return data.map(({ id, parking_space_id: spaceId }, index) => {
    const start = new Date(rows[index]?.start_time ?? Number.NaN);
    return { id, spaceId, start, day: DAY.format(start) };
  });
}

/** Adds reservations that have begun or are over. No driver books the past, so the owner of the database writes them, with the triggers off. */
export async function addPastReservations(
  server: RunningServer,
  person: Person,
  bookings: readonly Booking[],
): Promise<void> {
  const rows = JSON.stringify(await createRows(person, bookings));
  await runAsOwner(server, (sql) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        insert into public.reservations (user_id, parking_space_id, start_time, end_time, status, total_amount)
        select reservation.*, private.price_of_reservation(parking_space_id, start_time, end_time, null)
        from jsonb_to_recordset(${rows}::text::jsonb) as reservation (
          user_id uuid, parking_space_id uuid, start_time timestamptz, end_time timestamptz, status text)`;
    }),
  );
}

/** Creates a driver with a vehicle and money, without which nobody reserves where there is no sample data. */
export async function createReadyDriver(server: RunningServer, name: string): Promise<Person> {
  const driver = await createPerson(server, name);
  await fillWallet(server, driver);
  return { ...driver, vehicleId: await addVehicle(driver) };
}

/** Gives a person a vehicle. Returns its id. */
export async function addVehicle({ client, id }: Person): Promise<string> {
  const vehicle = { user_id: id, name: 'Toyota Yaris', plate: 'A123456', type: 'sedan' };
  const { data } = await client.from('vehicles').insert(vehicle).select('id').single().throwOnError();
  return data.id;
}

/** Puts money into a wallet, from which reservations are paid where there is no sample data. */
export async function fillWallet(server: RunningServer, { id }: Pick<Person, 'id'>): Promise<void> {
  await runAsOwner(server, (sql) => sql`update public.profiles set wallet_balance = 1000 where user_id = ${id}`);
}

/** Moves a reservation to its end as another copy of the product would. */
export async function endReservation({ client }: Person, id: string, status: 'completed' | 'cancelled'): Promise<void> {
  const { data } = await client.from('reservations').update({ status }).eq('id', id).select('id').throwOnError();
  expect(data).toHaveLength(1);
}

/** What the database says of a reservation. */
export async function readStatus({ client }: Person, id: string | undefined): Promise<string> {
  const { data } = await client.from('reservations').select('status').eq('id', id).single().throwOnError();
  return data.status;
}
