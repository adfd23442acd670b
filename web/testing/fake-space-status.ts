import { server } from './fake-server.ts';
import type { Row } from './fake-tables.ts';

const LIST = 'POST /rest/v1/rpc/list_touched_reservations';
const SET = 'POST /rest/v1/rpc/set_space_status';

type SetArguments = {
  spaces: { id: string; status: string; version: string | null }[];
  new_status: string;
  reason: string;
  ends_at: string | null;
  resolutions: Row[];
};

/** Lets administrators set the status of spaces, which touches these reservations. */
export function serveSpaceStatus(reservations: Row[] = []): void {
  server.handle(LIST, () => Response.json(reservations));
  server.handle(SET, ({ body }) => {
    const { spaces, new_status, reason, ends_at } = body as SetArguments;
    for (const { id } of spaces) {
      const override = { reason, ends_at, updated_at: '2026-03-02T12:00:00Z' };
      const row = server.rows('parking_spaces').find((space) => space.id === id);
      Object.assign(row ?? {}, { status: new_status, override: new_status === 'available' ? null : override });
    }
    return new Response(null, { status: 204 });
  });
}

/** Rejects what is to be saved with the problem of this key, until the returned function is called. */
export const rejectSpaceStatus = (hint: string) => server.failRequests(SET, 400, { code: '23514', hint });

/** What was sent to be saved. */
export const listStatusChanges = () => server.received(SET).map(({ body }) => body as SetArguments);

let created = 0;

/** A reservation as the list tells it, with what the test says of it. */
export function createTouchedReservation(space: Row, fields: Row = {}): Row {
  created += 1;
  return {
    id: `70c40000-0000-4000-8000-${String(created).padStart(12, '0')}`,
    parking_space_id: space.id,
    space_name: space.name,
    zone_name: 'Naco',
    driver: 'Ana Núñez',
    plate: 'A123456',
    start_time: '2026-03-03T13:00:00.123456+00:00',
    end_time: '2026-03-03T15:00:00+00:00',
    phase: 'future',
    paid: 0,
    paid_with: null,
    targets: [],
    ...fields,
  };
}
