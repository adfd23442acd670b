import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as z from 'zod';
import { m } from '#messages';
import { textSchema } from '../../../domain/field-schemas.ts';
import { Problem, toErrorMessage } from '../../../domain/problems.ts';
import type { Stars } from '../../../domain/ratings/rating.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { dataClient } from '../../data/connection.ts';
import { toOwnProblem, UNIQUE_VIOLATION } from '../../data/database-problem.ts';
import { parseRow } from '../../ui/data-table/parse-rows.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { TextAreaField } from '../../ui/text-field.tsx';
import { useOnceMutation } from '../../ui/use-once-mutation.ts';
import { RateForm } from './rate-form.tsx';

const commentSchema = textSchema(TEXT_LIMITS.ratingComment);

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
async function sendRating(userId: string, reservationId: string, rating: RatingValues): Promise<void> {
  const { error } = await dataClient()
    .from('ratings')
    .insert({ user_id: userId, reservation_id: reservationId, ...toRow(rating) });
  if (error?.code === UNIQUE_VIOLATION) return changeRating(reservationId, rating);
  if (error) throw toOwnProblem(error, 'rating-not-sent');
}

/** @throws Problem `rating-not-sent`, `rating-final` */
async function changeRating(reservationId: string, rating: RatingValues): Promise<void> {
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
async function findOwnRating(reservationId: string): Promise<RatingValues | null> {
  const { data, error } = await dataClient()
    .from('ratings')
    .select(OWN_RATING_COLUMNS)
    .eq('reservation_id', reservationId)
    .maybeSingle();
  if (error) throw new Problem('own-rating-not-loaded', { cause: error });
  return data && parseRow(ownRatingSchema, data, 'own-rating-not-loaded');
}

/** What a driver sends about a reservation. */
type RatingValues = { stars: Stars; comment: string };

export type ListedRating = z.infer<typeof listedRatingSchema>;

type OwnRateFormProps = {
  userId: string;
  reservationId: string;
  /** Whether the reservation is rated already; then the form begins with that rating. */
  isRated: boolean;
  onSent: () => void;
  onSkip: () => void;
};

/** Rates a reservation of the signed-in driver, or changes its rating. */
export function OwnRateForm({ isRated, ...props }: OwnRateFormProps) {
  return isRated ? <ChangeForm {...props} /> : <Fields {...props} rating={null} />;
}

function ChangeForm(props: Omit<OwnRateFormProps, 'isRated'>) {
  const { reservationId } = props;
  const rating = useQuery({
    queryKey: ['own-rating', reservationId],
    queryFn: () => findOwnRating(reservationId),
    // The form begins with what is stored.
    gcTime: 0,
  });
  return (
    <QueryState query={rating} loading={<SkeletonList label={m.rating_loading()} shapes={['h-64', 'h-32']} />}>
      {(stored) => <Fields {...props} rating={stored} />}
    </QueryState>
  );
}

type FieldsProps = Omit<OwnRateFormProps, 'isRated'> & { rating: RatingValues | null };

function Fields({ userId, reservationId, rating, onSent, onSkip }: FieldsProps) {
  // A refetch does not change what the form began with.
  const [initial] = useState(rating);
  const [comment, setComment] = useState(initial?.comment ?? '');
  const [fieldError, setFieldError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const queryClient = useQueryClient();
  const sending = useOnceMutation({
    mutationFn: async (values: RatingValues) => {
      if (!navigator.onLine) throw new Problem('offline');
      await (initial ? changeRating(reservationId, values) : sendRating(userId, reservationId, values));
    },
    onSuccess: onSent,
    // The past list shows it, and the zone's average changes.
    onSettled: () => void queryClient.invalidateQueries(),
  });
  return (
    <RateForm
      isShort
      {...(initial ? { initial: initial.stars, skipLabel: m.action_cancel() } : {})}
      isSending={sending.isBusy}
      error={sending.error && !sending.isBusy ? toErrorMessage(sending.error) : null}
      onSubmit={(stars) => {
        const problem = commentSchema.safeParse(comment).error?.issues[0]?.message;
        setFieldError(problem);
        if (problem === undefined) sending.mutate({ stars, comment });
        else field.current?.focus();
      }}
      onSkip={onSkip}
    >
      <div className="flex flex-col gap-1.5">
        <TextAreaField
          label={m.rating_comment()}
          ref={field}
          rows={3}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
          error={fieldError}
          length={{ used: comment.trim().length, max: TEXT_LIMITS.ratingComment.max }}
        />
        <p className="text-sm text-muted">{m.rating_comment_hint()}</p>
      </div>
    </RateForm>
  );
}
