import { useQuery } from '@tanstack/react-query';
import { loadVerifiedUser } from './data.ts';
import { useUser } from './session-provider.tsx';

/** How soon a person learns that they were suspended or signed out elsewhere. */
const RECHECK_MS = 5 * 60_000;

/** The person according to the authentication service; null when the session no longer exists. */
export function useVerifiedUser() {
  const user = useUser();
  return useQuery({
    queryKey: ['verified-user', user?.id],
    queryFn: loadVerifiedUser,
    // Every screen that depends on it refetches when it opens.
    staleTime: 0,
    refetchInterval: RECHECK_MS,
  });
}
