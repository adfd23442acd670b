import { randomUUID } from 'node:crypto';
import { VIEWPORT } from './world.ts';

// What the browser requests, as the modules of requests in `web/` write it. The baseline takes its values from the same address and body.

const HOUR_MS = 3_600_000;
/** After every reservation of the world, and within the time that can be booked. */
const FIRST_BOOKING_MS = Date.now() + 100 * 24 * HOUR_MS;
export const FIRST_BOOKING_AT = new Date(FIRST_BOOKING_MS);
const SPACE = 'name,location,zone_name,hourly_rate,parking_zones(location,price_per_hour,latitude,longitude)';
const RESERVATION = 'id,parking_space_id,start_time,end_time,total_amount,created_at';
const ZONE = 'id,name,description,location,latitude,longitude,rating,price_per_hour,amenities,lowest_rate,highest_rate';

const address = (table: string, parameters: [string, string][]) =>
  `/rest/v1/${table}?${new URLSearchParams(parameters)}`;

/** The zones of a part of the map with the numbers of their spaces, as the table has them. */
export const ZONES_IN_VIEW = address('parking_zones', [
  ['select', `${ZONE},spaces:parking_spaces(count),available:parking_spaces(count)`],
  ['available.status', 'eq.available'],
  ['latitude', `gte.${VIEWPORT.south}`],
  ['latitude', `lte.${VIEWPORT.north}`],
  ['longitude', `gte.${VIEWPORT.west}`],
  ['longitude', `lte.${VIEWPORT.east}`],
  ['order', 'id.asc'],
  ['limit', '1000'],
]);

/** The first hundred zones, with the same numbers. */
export const FIRST_ZONES = address('parking_zones', [
  ['select', `${ZONE},spaces:parking_spaces(count),available:parking_spaces(count)`],
  ['available.status', 'eq.available'],
  ['order', 'id.asc'],
  ['limit', '100'],
]);

/** The spaces of a zone that are free from `starts` to `ends`. */
export const freeSpacesPath = ({ zone, starts, ends }: { zone: string; starts: string; ends: string }) =>
  address('rpc/find_spaces', [
    ['starts', starts],
    ['ends', ends],
    ['select', 'id,name,location,hourly_rate,status'],
    ['zone_id', `eq.${zone}`],
    ['status', 'eq.available'],
  ]);

/** What the map asks for: the same zones, and those of its sheet. */
export const MAP_ZONES = address('rpc/find_map_zones', [
  ...Object.entries(VIEWPORT).map(([name, degrees]): [string, string] => [name, String(degrees)]),
  ['select', `${ZONE},rating_count,spaces:space_count,available:available_count,sheet_place`],
  ['order', 'sheet_place.asc,id.asc'],
  ['limit', '1000'],
]);

/** Whether a space is free for two hours, from an hour on. */
export function availabilityPath(spaceId: string): string {
  const start = Date.now() + HOUR_MS;
  return address('space_occupancy', [
    ['select', 'start_time'],
    ['parking_space_id', `eq.${spaceId}`],
    ['status', 'eq.active'],
    ['start_time', `lt.${new Date(start + 2 * HOUR_MS).toISOString()}`],
    ['end_time', `gt.${new Date(start).toISOString()}`],
    ['limit', '1'],
  ]);
}

export const pastReservationsPath = (driverId: string) =>
  address('reservations', [
    ['select', `${RESERVATION},status,parking_spaces(${SPACE})`],
    ['user_id', `eq.${driverId}`],
    ['or', `(end_time.lt."${new Date().toISOString()}",status.in.(completed,cancelled))`],
    ['order', 'start_time.desc,id.desc'],
    ['limit', '20'],
  ]);

/** A booking returns its row as an object. */
export const BOOKING_PATH = address('reservations', [['select', RESERVATION]]);
export const BOOKING_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/vnd.pgrst.object+json',
  prefer: 'return=representation',
};

/** The body of a booking. Bookings with different numbers overlap nowhere. */
export function createBooking(driverId: string, spaceIds: readonly string[], number: number): string {
  const start = FIRST_BOOKING_MS + Math.floor(number / spaceIds.length) * 2 * HOUR_MS;
  return JSON.stringify({
    id: randomUUID(),
    user_id: driverId,
    parking_space_id: spaceIds[number % spaceIds.length],
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + HOUR_MS).toISOString(),
    total_amount: 5,
    status: 'active',
  });
}
