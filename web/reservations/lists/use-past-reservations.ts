import { useInfiniteQuery } from '@tanstack/react-query';
import { joinRows, NO_ROWS } from '../../data/parse-rows.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { listPastReservations, type PageCursor, type PastPage } from './data.ts';
import type { ListedReservation } from './listed-reservation.ts';

const NO_PAGE: PastPage = { ...NO_ROWS, next: null };

/** Page by page; none for a guest. */
export function usePastReservations(userId: string | null) {
  const list = useInfiniteQuery({
    queryKey: ['reservations', userId, 'past'],
    queryFn: ({ pageParam }) => (userId === null ? NO_PAGE : listPastReservations(userId, new Date(), pageParam)),
    initialPageParam: null as PageCursor | null,
    getNextPageParam: (page) => page.next,
  });
  useProblemToast(list.error);
  return { list, past: joinRows<ListedReservation>(list.data?.pages ?? []) };
}
