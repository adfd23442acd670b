import { useQuery } from '@tanstack/react-query';
import { loadVerifiedUser } from './data.ts';
import { useUser } from './session-provider.tsx';

/** A person who was suspended or signed out from elsewhere learns of it this soon, and when they come back to the tab. */
const RECHECK_MS = 5 * 60_000;

/** The person as the authentication service knows them now; null when it knows of no such session any more. */
export function useVerifiedUser() {
  const user = useUser();
  return useQuery({
    queryKey: ['verified-user', user?.id],
    queryFn: loadVerifiedUser,
    // Each screen that depends on it asks anew when it opens.
    staleTime: 0,
    refetchInterval: RECHECK_MS,
  });
}
