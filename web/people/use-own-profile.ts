import type { User } from '@supabase/supabase-js';
import { useQuery } from '@tanstack/react-query';
import { ownProfile } from './data.ts';

export const ownProfileKey = (userId: string) => ['own-profile', userId];

type Options = {
  /** False while it is not sure yet who asks. */
  enabled?: boolean;
  /** Asked for once and then left alone. */
  onceOnly?: boolean;
};

/** The profile of the signed-in person; there is one after this, if there was none before. */
export function useOwnProfile(user: User, { enabled = true, onceOnly = false }: Options = {}) {
  return useQuery({
    queryKey: ownProfileKey(user.id),
    queryFn: () => ownProfile(user),
    enabled,
    ...(onceOnly ? { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } : {}),
  });
}
