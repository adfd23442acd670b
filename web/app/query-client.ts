import { onlineManager, QueryClient } from '@tanstack/react-query';
import { Problem } from '../../domain/problems.ts';

const RETRIES = 2;

/** Reads are retried twice, but not when the product itself reports a Problem. */
export function createQueryClient(): QueryClient {
  // The manager notices changes only, so it has to learn the state at the start.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < RETRIES && !(error instanceof Problem),
      },
      // Only the user repeats a write that got no response.
      mutations: { retry: false },
    },
  });
}
