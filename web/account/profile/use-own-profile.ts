import type { User } from '@supabase/supabase-js';
import { useQuery } from '@tanstack/react-query';
import { loadOwnProfile } from './data.ts';

export const ownProfileKey = (userId: string) => ['own-profile', userId];

type Options = {
  /** False until the person is verified. */
  enabled?: boolean;
  /** Loads it once and never again. */
  onceOnly?: boolean;
};

/** The profile of the signed-in person, which is created when there is none. */
export function useOwnProfile(user: User, { enabled = true, onceOnly = false }: Options = {}) {
  return useQuery({
    queryKey: ownProfileKey(user.id),
    queryFn: () => loadOwnProfile(user),
    enabled,
    ...(onceOnly ? { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } : {}),
  });
}
