import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'sonner';
import { PROBLEMS, toErrorMessage } from '../../../domain/problems.ts';
import type { ParsedRows } from '../../data/parse-rows.ts';
import { cancelReservation } from './cancel-reservation.ts';
import type { ListedReservation } from './listed-reservation.ts';
import { openReservationsKey } from './use-open-reservations.ts';

/** Cancels reservations, each once however fast the clicks come, and says how it went in a toast. */
export function useCancelReservation(userId: string | null) {
  const queryClient = useQueryClient();
  const underWayOrDone = useRef(new Set<string>());
  const cancelling = useMutation({
    // Offline, the answer is an error at once; nothing is cancelled behind the person's back later.
    networkMode: 'always',
    mutationFn: cancelReservation,
    onSuccess: (_, id) => {
      toast.success('Reservation cancelled successfully');
      queryClient.setQueryData<ParsedRows<ListedReservation>>(
        openReservationsKey(userId),
        (open) => open && { ...open, rows: open.rows.filter((reservation) => reservation.id !== id) },
      );
    },
    onError: (error, id) => {
      underWayOrDone.current.delete(id);
      toast.error(toErrorMessage(error), navigator.onLine ? {} : { description: PROBLEMS.offline });
    },
    // Free spaces, both lists and the banner look different now; after a failure the list may have been out of date.
    onSettled: () => void queryClient.invalidateQueries(),
  });
  const isAbout = (id: string) => cancelling.variables === id;
  return {
    isBusy: (id: string) => isAbout(id) && (cancelling.isPending || cancelling.isSuccess),
    problemOf: (id: string) => (isAbout(id) ? cancelling.error : null),
    cancel: (id: string) => {
      // A second click can be quicker than the screen that disables the button.
      if (underWayOrDone.current.has(id)) return;
      underWayOrDone.current.add(id);
      cancelling.mutate(id);
    },
    /** Forgets how the last try went. */
    reset: cancelling.reset,
  };
}
