import { useQuery } from '@tanstack/react-query';
import { accountKeys } from '../keys.ts';
import { isAdmin, loadVerifiedUser } from './session.ts';
import { useUser } from './session-provider.tsx';

/** How soon the back office closes for an administrator who lost the role; the database rejects their requests at once. */
export const ROLE_RECHECK_MS = 60_000;
/** How soon a person learns that they were suspended or signed out elsewhere. */
const USER_RECHECK_MS = 5 * 60_000;

export function useIsAdmin(userId: string) {
  return useQuery({
    queryKey: accountKeys.isAdmin(userId),
    queryFn: () => isAdmin(userId),
    staleTime: ROLE_RECHECK_MS,
    refetchInterval: ROLE_RECHECK_MS,
  });
}

/** The person according to the authentication service; null when the session no longer exists. */
export function useVerifiedUser() {
  const user = useUser();
  return useQuery({
    queryKey: accountKeys.verifiedUser(user?.id),
    queryFn: loadVerifiedUser,
    // Every screen that depends on it refetches when it opens.
    staleTime: 0,
    refetchInterval: USER_RECHECK_MS,
  });
}
