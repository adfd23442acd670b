import { onlineManager, QueryClient } from '@tanstack/react-query';
import { Problem } from '../../domain/problems.ts';

const RETRIES = 2;

/** The cache of what the server said; refusals of the product are final, everything else is tried again twice. */
export function createQueryClient(): QueryClient {
  // It hears of changes only: a product that is opened without a connection would wait for answers.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < RETRIES && !(error instanceof Problem),
      },
      // A write that gets no answer is repeated by the person, never behind their back.
      mutations: { retry: false },
    },
  });
}
