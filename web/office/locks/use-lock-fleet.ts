import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toDashboardProblem } from './lock-problem.ts';
import { createMemoryTokenStorage, openVendorSession } from './vendor-session.ts';

/** The limit of the proxy. */
const PAGE_SIZE = 100;

/** All locks, without their commands. */
export function useLockFleet() {
  const [session] = useState(() => openVendorSession(createMemoryTokenStorage()));
  return useQuery({
    queryKey: ['overview', 'locks'],
    queryFn: async () => {
      try {
        return await session.listAll(PAGE_SIZE);
      } catch (error) {
        throw toDashboardProblem(error);
      }
    },
  });
}
