import { useQueryClient } from '@tanstack/react-query';
import { Problem } from '../../../domain/problems.ts';
import { useOnceMutation } from '../../ui/use-once-mutation.ts';
import { changeRating, sendRating } from './data.ts';
import type { RatingValues } from './own-rating.ts';

type RatedStay = { userId: string; reservationId: string; isRated: boolean };

/** Sends the rating of a stay once; after a failure it can be sent again. */
export function useSendRating({ userId, reservationId, isRated }: RatedStay, onSent: () => void) {
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
