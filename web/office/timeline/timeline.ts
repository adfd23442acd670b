import * as z from 'zod';
import { toCamelCase } from '../../../domain/camel-case.ts';
import { momentSchema, type Period, withPeriod } from '../../../domain/days/period.ts';
import { spaceStatusSchema } from '../../../domain/zones/zone.ts';
import { adminReservationRowSchema } from '../../booking/desk/admin-reservation.ts';
import { dataClient } from '../../data/connection.ts';
import { type InvalidRow, parseRows, readRows } from '../../ui/table/parse-rows.ts';

/** A row of `zone_timeline`; its reservations have what they share with their space once. */
const timelineRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  location: z.string().nullable(),
  zone_id: z.string(),
  zone_name: z.string().nullable(),
  status: spaceStatusSchema,
  reservations: z.array(z.record(z.string(), z.unknown())),
});

const reservationSchema = adminReservationRowSchema
  .extend({ ended_at: momentSchema.nullable() })
  .transform((row) => toCamelCase(withPeriod(row)));

/** How many spaces of a zone are shown. */
const SPACES_LIMIT = 500;

/** The spaces of a zone by name, with the reservations of a period, and whether there are more spaces than are shown. */
export async function loadTimeline(zoneId: string, { startsAt, endsAt }: Period, signal: AbortSignal) {
  const response = await dataClient()
    .rpc('zone_timeline', { zone: zoneId, starts: startsAt, ends: endsAt })
    .abortSignal(signal);
  const { rows, invalid, count } = readRows(response, timelineRowSchema, 'timeline-not-loaded');
  const shown = rows.slice(0, SPACES_LIMIT).map(toTimelineSpace);
  return {
    spaces: shown.map(({ space }) => space),
    invalid: [...invalid, ...shown.flatMap((row) => row.invalid)],
    hasMore: count > SPACES_LIMIT,
  };
}

/** A reservation that takes or took a space; `endedAt` where its driver has left. */
export type TimelineReservation = z.infer<typeof reservationSchema>;

/** A space with its reservations of a period, in the order of their starts. */
export type TimelineSpace = Pick<z.infer<typeof timelineRowSchema>, 'id' | 'name' | 'status'> & {
  reservations: TimelineReservation[];
};

function toTimelineSpace({ id, name, status, reservations, ...space }: z.infer<typeof timelineRowSchema>): {
  space: TimelineSpace;
  invalid: InvalidRow[];
} {
  const shared = {
    parking_space_id: id,
    zone_id: space.zone_id,
    space_name: name,
    space_location: space.location,
    zone_name: space.zone_name,
  };
  const parsed = parseRows(
    reservationSchema,
    reservations.map((reservation) => ({ ...reservation, ...shared })),
  );
  return { space: { id, name, status, reservations: parsed.rows }, invalid: parsed.invalid };
}
