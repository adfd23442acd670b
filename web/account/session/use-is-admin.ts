import { useQuery } from '@tanstack/react-query';
import { isAdmin } from './data.ts';

/** How soon the back office closes for an administrator who lost the role; the database rejects their requests at once. */
const RECHECK_MS = 60_000;

/** Whether a signed-in person may open the back office. */
export function useIsAdmin(userId: string) {
  return useQuery({
    queryKey: ['is-admin', userId],
    queryFn: () => isAdmin(userId),
    staleTime: RECHECK_MS,
    refetchInterval: RECHECK_MS,
  });
}
