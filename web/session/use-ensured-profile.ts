import type { User } from '@supabase/supabase-js';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from 'sonner';
import { messageOf } from '../../domain/problems.ts';
import { ensureProfile } from './data.ts';

/** Makes sure in the background, once for each person, that who signed in has a profile. */
export function useEnsuredProfile(user: User | null): void {
  const { error } = useQuery({
    queryKey: ['ensured-profile', user?.id],
    queryFn: async () => {
      if (user) await ensureProfile(user);
      return true;
    },
    enabled: user !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (error) toast.error(messageOf(error), { id: 'ensured-profile' });
  }, [error]);
}
