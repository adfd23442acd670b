import { useInfiniteQuery } from '@tanstack/react-query';
import { useProblemToast } from '../ui/use-problem-toast.ts';
import { type ListPlace, listPastReservations, PAST_PAGE } from './list-reservations.ts';

/** The past reservations of a person, page by page; nobody's are none. */
export function usePastReservations(userId: string | null) {
  const list = useInfiniteQuery({
    queryKey: ['reservations', userId, 'past'],
    queryFn: ({ pageParam }) => (userId === null ? [] : listPastReservations(userId, new Date(), pageParam)),
    initialPageParam: null as ListPlace | null,
    getNextPageParam: (page) => (page.length < PAST_PAGE ? undefined : page.at(-1)),
  });
  useProblemToast(list.error);
  return { list, past: list.data?.pages.flat() ?? [] };
}
