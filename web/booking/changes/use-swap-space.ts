import { useState } from 'react';
import { toast } from 'sonner';
import { toErrorMessage } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { useOnceMutation } from '../../ui/use-once-mutation.ts';
import { swapSpace } from './data.ts';
import { useChangeOutcome } from './use-change-outcome.ts';

type Swap = { userId: string | null; onChanged: (reservation: Reservation) => void };

/** Reports the space of a stay as taken, once. After a failure it can be tried again, as the same report. */
export function useSwapSpace(seen: Reservation, { userId, onChanged }: Swap) {
  const [key] = useState(() => crypto.randomUUID());
  const { onSuccess, onError } = useChangeOutcome({ userId, seen, onChanged });
  return useOnceMutation({
    mutationFn: () => swapSpace(seen, key),
    onSuccess,
    onError: (error) => {
      toast.error(toErrorMessage(error));
      return onError(error);
    },
  });
}
