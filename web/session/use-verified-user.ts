import { useQuery } from '@tanstack/react-query';
import { verifiedUser } from './data.ts';
import { useUser } from './session-provider.tsx';

/** The person as the authentication service knows them now; null when it knows of no such session any more. */
export function useVerifiedUser() {
  const user = useUser();
  return useQuery({ queryKey: ['verified-user', user?.id], queryFn: verifiedUser });
}
