import * as z from 'zod';

const time = z.iso.datetime({ offset: true });

const targetSchema = z
  .object({ id: z.string(), name: z.string(), zone_name: z.string().nullable() })
  .transform(({ id, name, zone_name: zoneName }) => ({ id, name, zoneName }));

export const touchedStaySchema = z
  .object({
    id: z.string(),
    parking_space_id: z.string(),
    space_name: z.string(),
    zone_name: z.string().nullable(),
    driver: z.string().nullable(),
    plate: z.string().nullable(),
    start_time: time,
    end_time: time,
    phase: z.enum(['held', 'under_way', 'future']),
    paid: z.coerce.number(),
    paid_with: z.enum(['card', 'paypal']).nullable(),
    targets: z.array(targetSchema),
  })
  .transform((row) => ({
    id: row.id,
    spaceId: row.parking_space_id,
    space: { name: row.space_name, zoneName: row.zone_name },
    /** Null when the account is gone. */
    driver: row.driver,
    plate: row.plate,
    /** Exactly as the database has them, to the microsecond. */
    startTime: row.start_time,
    endTime: row.end_time,
    /** Held: somebody is paying for it at this moment. */
    phase: row.phase,
    /** What its driver gets back when it is cancelled. */
    paid: row.paid,
    /** What it can be paid back to besides the wallet. */
    paidWith: row.paid_with,
    /** The spaces that it can move to, the best first. */
    targets: row.targets,
  }));

/** A reservation of a space that goes out of service. */
export type TouchedStay = z.infer<typeof touchedStaySchema>;
