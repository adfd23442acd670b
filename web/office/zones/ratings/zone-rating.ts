import * as z from 'zod';

/** Of the table `ratings`, to be parsed by `zoneRatingSchema`. */
export const ZONE_RATING_COLUMNS =
  'id, overall, cleanness, communication, accessibility, comment, hidden_reason, created_at, updated_at' as const;

const time = z.iso.datetime({ offset: true });

export const zoneRatingSchema = z
  .object({
    id: z.string(),
    overall: z.int(),
    cleanness: z.int(),
    communication: z.int(),
    accessibility: z.int(),
    comment: z.string().nullable(),
    hidden_reason: z.string().nullable(),
    created_at: time,
    updated_at: time,
  })
  .transform(({ id, comment, hidden_reason, created_at, updated_at, ...stars }) => ({
    id,
    stars,
    comment,
    /** Null while the comment is shown. */
    hiddenReason: hidden_reason,
    createdAt: created_at,
    /** Changes with every edit. */
    version: updated_at,
  }));

/** A rating as operators see it. */
export type ZoneRating = z.infer<typeof zoneRatingSchema>;
