import { useQuery } from '@tanstack/react-query';
import { millisecondsInSecond } from 'date-fns/constants';
import { useNow } from '../../ui/platform/use-now.ts';
import { listHeldStays, type PaidStay } from './data.ts';

const REFRESH_MS = 10 * millisecondsInSecond;

/** The reservations of a driver that wait for their payment, without those whose time is over. */
export function useHeldStays(userId: string): PaidStay[] {
  const now = useNow();
  const { data } = useQuery({
    queryKey: ['reservations', userId, 'held'],
    queryFn: () => listHeldStays(userId, new Date()),
    refetchInterval: ({ state }) => (state.data?.count ? REFRESH_MS : false),
  });
  return (data?.rows ?? []).filter(({ heldUntil }) => heldUntil !== null && Date.parse(heldUntil) > now.getTime());
}
