import { expect, type Person } from './people.ts';

const MS_PER_HOUR = 3_600_000;

/** A stay to book: the place of the space in its zone by name, counted from 0, and its start in hours from now. */
export type Booking = { zone: string; space: number; startsInHours: number; hours?: number };

/** A booked stay, as the screens write it. */
export type Booked = { id: string; spaceId: string; start: Date; day: string; time: string };

/** The moment so many hours from now, on a whole minute. */
export function inHours(hours: number): Date {
  return new Date(Math.floor((Date.now() + hours * MS_PER_HOUR) / 60_000) * 60_000);
}

/** Books stays in one request, in the name of the person and past every screen; the database decides. */
export async function book(person: Person, bookings: readonly Booking[]): Promise<Booked[]> {
  const zones = [...new Set(bookings.map(({ zone }) => zone))];
  const { data: spaces } = await person.client
    .from('parking_spaces')
    .select('id, zone_name')
    .in('zone_name', zones)
    .order('name')
    .throwOnError();
  const rows = bookings.map(({ zone, space, startsInHours, hours = 1 }) => {
    const start = inHours(startsInHours);
    return {
      user_id: person.id,
      parking_space_id: spaces.filter(({ zone_name }) => zone_name === zone)[space]?.id,
      start_time: start.toISOString(),
      end_time: new Date(start.getTime() + hours * MS_PER_HOUR).toISOString(),
      status: 'active',
    };
  });
  const { data } = await person.client.from('reservations').insert(rows).select('id, parking_space_id').throwOnError();
  return data.map(({ id, parking_space_id: spaceId }, index) => {
    const start = new Date(rows[index]?.start_time ?? Number.NaN);
    return { id, spaceId, start, day: written(start, DAY), time: written(start, TIME) };
  });
}

const DAY = { month: 'short', day: '2-digit', year: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;

/** As written for somebody in Santo Domingo, which is where the tests' browsers are. */
function written(moment: Date, options: Intl.DateTimeFormatOptions): string {
  const text = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'America/Santo_Domingo' }).format(moment);
  // The formatter's space before AM and PM is a narrow one.
  return text.replace('\u202f', ' ');
}

/** Moves a reservation to its end as another copy of the product would. */
export async function settle({ client }: Person, id: string, status: 'completed' | 'cancelled'): Promise<void> {
  const { data } = await client.from('reservations').update({ status }).eq('id', id).select('id').throwOnError();
  expect(data).toHaveLength(1);
}

/** What the database says of a reservation. */
export async function statusOf({ client }: Person, id: string): Promise<string> {
  const { data } = await client.from('reservations').select('status').eq('id', id).single().throwOnError();
  return data.status;
}
