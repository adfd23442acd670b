import * as z from 'zod';
import { textSchema } from '../../../domain/field-schemas.ts';
import type { Stars } from '../../../domain/ratings/rating.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';

/** What a driver sends about a stay. */
export type RatingValues = { stars: Stars; comment: string };

export const commentSchema = textSchema(TEXT_LIMITS.ratingComment);

/** Of the table `ratings`, to be parsed by `ownRatingSchema`. */
export const OWN_RATING_COLUMNS = 'overall, cleanness, communication, accessibility, comment' as const;

const starsSchema = z.int().min(1).max(5);

export const ownRatingSchema = z
  .object({
    overall: starsSchema,
    cleanness: starsSchema,
    communication: starsSchema,
    accessibility: starsSchema,
    comment: z.string().nullable(),
  })
  .transform(({ comment, ...stars }): RatingValues => ({ stars, comment: comment ?? '' }));

/** The rating of a past stay in a list. */
export const listedRatingSchema = z
  .object({ overall: starsSchema, created_at: z.iso.datetime({ offset: true }) })
  .transform(({ overall, created_at: createdAt }) => ({ overall, createdAt }));

export type ListedRating = z.infer<typeof listedRatingSchema>;
