import { useQuery } from '@tanstack/react-query';
import { isAdmin } from './data.ts';

/** A role that was taken away closes the back office this soon; the database refuses at once. */
const RECHECK_MS = 60_000;

/** Whether this person is an administrator, asked again now and then. */
export function useIsAdmin(userId: string) {
  return useQuery({
    queryKey: ['is-admin', userId],
    queryFn: () => isAdmin(userId),
    staleTime: RECHECK_MS,
    refetchInterval: RECHECK_MS,
  });
}
