import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { toErrorMessage } from '../../../domain/problems.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { countReservations, listReservations, setReservationStatus } from './data.ts';
import type { ReservationsQuery } from './reservation-filter.ts';

const ADMIN_RESERVATIONS_KEY = ['admin-reservations'] as const;

/** A page of everybody's reservations; the page before it stays until it has arrived. */
export function useAdminReservations(query: ReservationsQuery) {
  const list = useQuery({
    queryKey: [...ADMIN_RESERVATIONS_KEY, query],
    queryFn: ({ signal }) => listReservations(query, signal),
    placeholderData: keepPreviousData,
  });
  useProblemToast(list.error);
  // Neither the order nor the page changes how many there are, and nobody waits for it.
  const { search, filters } = query;
  const count = useQuery({
    queryKey: [...ADMIN_RESERVATIONS_KEY, 'count', { search, filters }],
    queryFn: ({ signal }) => countReservations({ search, filters }, signal),
    enabled: list.data?.total === null,
  });
  const refresh = () => {
    void list.refetch();
    if (list.data?.total === null) void count.refetch();
  };
  return { list, total: list.data?.total ?? count.data ?? null, refresh };
}

/** An active reservation's two ways to end. */
export type Ending = { id: string; status: 'completed' | 'cancelled' };

/** Ends reservations and says how it went; the list is read again either way, as another may have been faster. */
export function useSetReservationStatus(onSettled: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ id, status }: Ending) => setReservationStatus(id, status),
    onSuccess: () => toast.success('Reservation status updated'),
    onError: (error) => toast.error(toErrorMessage(error)),
    onSettled: () => {
      onSettled();
      // Not only this list: the map and the spaces follow a reservation's end too.
      return queryClient.invalidateQueries();
    },
  });
}
