import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProblemToast } from '../ui/use-problem-toast.ts';
import { toSpaceLocksProblem } from './lock-problem.ts';
import { createMemoryTokenStorage, openVendorSession } from './vendor-session.ts';

const PAGE_SIZE = 50;

/** All locks, and the vendor session that commands them. The access token is lost with the screen. */
export function useSpaceLocks() {
  const [session] = useState(() => openVendorSession(createMemoryTokenStorage()));
  const list = useQuery({
    queryKey: ['space-locks'],
    queryFn: async () => {
      try {
        return await session.listAll(PAGE_SIZE);
      } catch (error) {
        throw toSpaceLocksProblem(error);
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useProblemToast(list.error);
  return { session, list };
}
