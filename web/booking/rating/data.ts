import * as z from 'zod';
import { textSchema } from '../../../domain/field-schemas.ts';
import { Problem } from '../../../domain/problems.ts';
import type { Stars } from '../../../domain/ratings/rating.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { dataClient } from '../../data/connection.ts';
import { toOwnProblem, UNIQUE_VIOLATION } from '../../data/database-problem.ts';
import { parseRow } from '../../ui/data-table/parse-rows.ts';

export const commentSchema = textSchema(TEXT_LIMITS.ratingComment);

/** Of the table `ratings`, to be parsed by `ownRatingSchema`. */
const OWN_RATING_COLUMNS = 'overall, cleanness, communication, accessibility, comment' as const;

const starsSchema = z.int().min(1).max(5);

const ownRatingSchema = z
  .object({
    overall: starsSchema,
    cleanness: starsSchema,
    communication: starsSchema,
    accessibility: starsSchema,
    comment: z.string().nullable(),
  })
  .transform(({ comment, ...stars }): RatingValues => ({ stars, comment: comment ?? '' }));

/** The rating of a past reservation in a list. */
export const listedRatingSchema = z
  .object({ overall: starsSchema, created_at: z.iso.datetime({ offset: true }) })
  .transform(({ overall, created_at: createdAt }) => ({ overall, createdAt }));

const toRow = ({ stars, comment }: RatingValues) => ({ ...stars, comment: comment.trim() || null });

/**
 * Rates a reservation. When it is rated already, such as by an earlier try whose response was lost, that rating changes.
 * @throws Problem `rating-not-sent`, or the rule that the database names
 */
export async function sendRating(userId: string, reservationId: string, rating: RatingValues): Promise<void> {
  const { error } = await dataClient()
    .from('ratings')
    .insert({ user_id: userId, reservation_id: reservationId, ...toRow(rating) });
  if (error?.code === UNIQUE_VIOLATION) return changeRating(reservationId, rating);
  if (error) throw toOwnProblem(error, 'rating-not-sent');
}

/** @throws Problem `rating-not-sent`, `rating-final` */
export async function changeRating(reservationId: string, rating: RatingValues): Promise<void> {
  const { error } = await dataClient()
    .from('ratings')
    .update(toRow(rating))
    .eq('reservation_id', reservationId)
    // Row level security hides what is not theirs: no row back means that nothing was changed.
    .select('id')
    .single();
  if (error) throw toOwnProblem(error, 'rating-not-sent');
}

/** The driver's rating of a reservation; null without one. @throws Problem `own-rating-not-loaded` */
export async function findOwnRating(reservationId: string): Promise<RatingValues | null> {
  const { data, error } = await dataClient()
    .from('ratings')
    .select(OWN_RATING_COLUMNS)
    .eq('reservation_id', reservationId)
    .maybeSingle();
  if (error) throw new Problem('own-rating-not-loaded', { cause: error });
  return data && parseRow(ownRatingSchema, data, 'own-rating-not-loaded');
}

/** What a driver sends about a reservation. */
export type RatingValues = { stars: Stars; comment: string };

export type ListedRating = z.infer<typeof listedRatingSchema>;
