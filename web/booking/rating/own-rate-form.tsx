import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { m } from '#messages';
import { Problem, toErrorMessage } from '../../../domain/problems.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { TextAreaField } from '../../ui/text-field.tsx';
import { useOnceMutation } from '../../ui/use-once-mutation.ts';
import { changeRating, commentSchema, findOwnRating, type RatingValues, sendRating } from './data.ts';
import { RateForm } from './rate-form.tsx';

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
  const sending = useSendRating({ userId, reservationId, isRated: initial !== null }, onSent);
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

type RatedReservation = { userId: string; reservationId: string; isRated: boolean };

/** Sends the rating of a reservation once; after a failure it can be sent again. */
function useSendRating({ userId, reservationId, isRated }: RatedReservation, onSent: () => void) {
  const queryClient = useQueryClient();
  return useOnceMutation({
    mutationFn: async (rating: RatingValues) => {
      if (!navigator.onLine) throw new Problem('offline');
      await (isRated ? changeRating(reservationId, rating) : sendRating(userId, reservationId, rating));
    },
    onSuccess: onSent,
    // The past list shows it, and the zone's average changes.
    onSettled: () => void queryClient.invalidateQueries(),
  });
}
