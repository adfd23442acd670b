import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as z from 'zod';
import { m } from '#messages';
import { textSchema } from '../../../domain/field-schemas.ts';
import type { Rating } from '../../../domain/ratings/rating.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { dataClient } from '../../data/connection.ts';
import { save, toOwnProblem, UNIQUE_VIOLATION } from '../../data/database-problem.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { TextAreaField } from '../../ui/form/text-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { ROOT } from '../../ui/platform/query-keys.ts';
import { readRow } from '../../ui/table/parse-rows.ts';
import { bookingKeys } from '../keys.ts';
import { RateForm } from './rate-form.tsx';

const commentSchema = textSchema(TEXT_LIMITS.ratingComment);

const starsSchema = z.int().min(1).max(5);

const ownRatingShape = {
  overall: starsSchema,
  cleanness: starsSchema,
  communication: starsSchema,
  accessibility: starsSchema,
  comment: z.string().nullable(),
};

const ownRatingSchema = z
  .object(ownRatingShape)
  .transform(({ comment, ...stars }): RatingValues => ({ stars, comment: comment ?? '' }));

const toRow = ({ stars, comment }: RatingValues) => ({ ...stars, comment: comment.trim() || null });

/** Rates a reservation. When it is rated already, such as by an earlier try whose response was lost, that rating changes. */
async function sendRating(userId: string, reservationId: string, rating: RatingValues): Promise<void> {
  const { error } = await dataClient()
    .from('ratings')
    .insert({ user_id: userId, reservation_id: reservationId, ...toRow(rating) });
  if (error?.code === UNIQUE_VIOLATION) return changeRating(reservationId, rating);
  if (error) throw toOwnProblem(error, 'rating-not-sent');
}

function changeRating(reservationId: string, rating: RatingValues): Promise<void> {
  const write = dataClient().from('ratings').update(toRow(rating)).eq('reservation_id', reservationId);
  // Row level security hides what is not theirs: no row back means that nothing was changed.
  return save(write.select('id').single(), 'rating-not-sent', toOwnProblem);
}

/** The driver's rating of a reservation; null without one. */
async function findOwnRating(reservationId: string): Promise<RatingValues | null> {
  const ratings = dataClient().from('ratings').select(Object.keys(ownRatingShape).join());
  const response = await ratings.eq('reservation_id', reservationId).maybeSingle();
  return readRow(response, ownRatingSchema.nullable(), 'own-rating-not-loaded');
}

type RatingValues = { stars: Rating; comment: string };

type OwnRateFormProps = {
  userId: string;
  reservationId: string;
  /** Whether the reservation is rated already; then the form begins with that rating. */
  isRated: boolean;
  onSent: () => void;
  onSkip: () => void;
};

export function OwnRateForm({ isRated, ...props }: OwnRateFormProps) {
  const { reservationId } = props;
  const rating = useQuery({
    queryKey: bookingKeys.ownRating(reservationId),
    queryFn: () => findOwnRating(reservationId),
    enabled: isRated,
    // The form begins with what is stored.
    gcTime: 0,
  });
  if (!isRated) return <Fields {...props} rating={null} />;
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
  const sending = useAction(
    (values: RatingValues) =>
      initial ? changeRating(reservationId, values) : sendRating(userId, reservationId, values),
    // The past list shows it, and the zone's average changes.
    { isOnce: true, invalidates: [ROOT.booking], onSuccess: onSent, onError: () => undefined },
  );
  return (
    <RateForm
      isShort
      {...(initial ? { initial: initial.stars, skipLabel: m.action_cancel() } : {})}
      isSending={sending.isBusy}
      error={sending.isBusy ? null : sending.error}
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
