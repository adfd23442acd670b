import * as z from 'zod';
import { Problem } from '../../../../domain/problems.ts';
import { dataClient } from '../../../data/connection.ts';
import { parseRow } from '../../../ui/data-table/parse-rows.ts';

const average = z.number().min(0).max(5);

const commentSchema = z.object({ stars: z.int().min(1).max(5), comment: z.string(), day: z.iso.date() });

/** Of the function `zone_ratings`. */
const summarySchema = z
  .object({
    overall: average,
    cleanness: average,
    communication: average,
    accessibility: average,
    comments: z.array(commentSchema),
  })
  .transform(({ comments, ...averages }) => ({ averages, comments }));

export type ZoneRatingSummary = z.infer<typeof summarySchema>;

/** The stars for the stay as a whole, and the day on which it was rated, such as '2026-11-22'. */
export type ZoneComment = z.infer<typeof commentSchema>;

/** What drivers said of a zone; null when nobody rated it. @throws Problem `ratings-not-loaded` */
export async function findZoneRatings(zoneId: string): Promise<ZoneRatingSummary | null> {
  const { data, error } = await dataClient().rpc('zone_ratings', { zone: zoneId }, { get: true }).maybeSingle();
  if (error) throw new Problem('ratings-not-loaded', { cause: error });
  return data === null ? null : parseRow(summarySchema, data, 'ratings-not-loaded');
}
