import { addHours } from 'date-fns/addHours';
import { server } from './fake-server.ts';
import type { Row } from './fake-tables.ts';

type Arguments = Record<string, string> & { hours: number };

const findReservation = ({ reservation }: Arguments): Row => {
  const found = server.rows('reservations').find(({ id }) => id === reservation);
  if (found === undefined) throw new Error(`There is no reservation ${reservation}`);
  return found;
};

/** Lets drivers extend and change, by rules of the test's own. */
export function serveChanges({ latestEnd = null }: { latestEnd?: Date | null } = {}): void {
  server.handle('GET /rest/v1/rpc/latest_end', () => Response.json(latestEnd));
  server.handle('POST /rest/v1/rpc/extend_reservation', ({ body }) => {
    const args = body as Arguments;
    const row = findReservation(args);
    const end = addHours(args.seen_end ?? '', args.hours);
    return Response.json(
      Object.assign(row, { end_time: end.toISOString(), total_amount: Number(row.total_amount) + 5 * args.hours }),
    );
  });
  server.handle('POST /rest/v1/rpc/change_reservation', ({ body }) => {
    const args = body as Arguments;
    const space = server.rows('parking_spaces').find(({ id }) => id === args.parking_space_id);
    const end = addHours(args.start_time ?? '', args.hours);
    return Response.json(
      Object.assign(findReservation(args), {
        start_time: args.start_time,
        end_time: end.toISOString(),
        total_amount: 5 * args.hours,
        parking_space_id: args.parking_space_id,
        ...(space ? { parking_spaces: space } : {}),
      }),
    );
  });
}
