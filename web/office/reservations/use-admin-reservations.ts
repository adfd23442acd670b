import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { countReservations, listReservations, setReservationStatus } from './data.ts';
import type { ReservationsQuery } from './reservation-filter.ts';

const ADMIN_RESERVATIONS_KEY = ['admin-reservations'] as const;

/** A page of everybody's reservations. The previous page stays until the next one has loaded. */
export function useAdminReservations(query: ReservationsQuery) {
  const list = useQuery({
    queryKey: [...ADMIN_RESERVATIONS_KEY, query],
    queryFn: ({ signal }) => listReservations(query, signal),
    placeholderData: keepPreviousData,
  });
  useProblemToast(list.error);
  // A query of its own, as neither order nor page changes the total and the rows need not wait for it.
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

export type Ending = { id: string; status: 'completed' | 'cancelled' };

/** Ends reservations and tells the outcome in a toast. A failure refetches too, as somebody else may have been faster. */
export function useSetReservationStatus(onSettled: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ id, status }: Ending) => setReservationStatus(id, status),
    onSuccess: () => toast.success(m.admin_reservations_updated()),
    onError: (error) => toast.error(toErrorMessage(error)),
    onSettled: () => {
      onSettled();
      // All queries: the map and the spaces depend on reservations too.
      return queryClient.invalidateQueries();
    },
  });
}
