import * as z from 'zod';
import { dataClient } from '../../../data/connection.ts';
import { updateVersioned } from '../../../data/update-versioned.ts';
import { type ParsedRows, readRows } from '../../../ui/data-table/parse-rows.ts';
import { ZONE_RATING_COLUMNS, type ZoneRating, zoneRatingSchema } from './zone-rating.ts';

const PAGE_SIZE = 20;

// Only these two fields, so that the next page can be loaded after a row that is invalid otherwise.
const cursorSchema = z
  .object({ id: z.guid(), created_at: z.iso.datetime({ offset: true }) })
  .transform(({ id, created_at: createdAt }) => ({ id, createdAt }));

/** The last rating of a page. */
export type RatingCursor = z.infer<typeof cursorSchema>;

/** `next` is null on the last page. */
export type RatingPage = ParsedRows<ZoneRating> & { next: RatingCursor | null };

/** A page of the ratings of a zone, the newest first. @throws Problem `ratings-not-loaded` */
export async function listZoneRatings(
  zoneId: string,
  after: RatingCursor | null,
  signal: AbortSignal,
): Promise<RatingPage> {
  const all = dataClient().from('ratings').select(ZONE_RATING_COLUMNS).eq('zone_id', zoneId);
  const rest = after
    ? // The index can use the first condition; the second is for those of the same moment.
      all.lte('created_at', after.createdAt).or(`created_at.lt."${after.createdAt}",id.lt.${after.id}`)
    : all;
  const response = await rest
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(PAGE_SIZE)
    .abortSignal(signal);
  const page = readRows(response, zoneRatingSchema, 'ratings-not-loaded');
  const last = cursorSchema.safeParse(response.data?.at(-1)).data ?? null;
  return { ...page, next: page.count < PAGE_SIZE ? null : last };
}

/**
 * Hides the comment of a rating for this reason, or shows it again for null. Returns null, or the stored rating when it was
 * changed since it was loaded.
 * @throws Problem `comment-not-hidden`, `comment-not-shown`
 */
export function hideComment(rating: ZoneRating, reason: string | null): Promise<ZoneRating | null> {
  return updateVersioned(rating, {
    table: 'ratings',
    changes: { hidden_reason: reason },
    stored: { table: 'ratings', columns: ZONE_RATING_COLUMNS, schema: zoneRatingSchema },
    problem: reason === null ? 'comment-not-shown' : 'comment-not-hidden',
  });
}
