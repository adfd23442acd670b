import { onlineManager, QueryClient } from '@tanstack/react-query';

const RETRIES = 2;

/** Reads are retried twice, but not when the product itself reports a Problem. */
export function createQueryClient(): QueryClient {
  // The manager notices changes only, so it has to learn the state at the start.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // By name: the class brings the texts of all problems, and the landing screen shows none of them.
        retry: (failures, { name }) => failures < RETRIES && name !== 'Problem',
      },
      // Only the user repeats a write that got no response.
      mutations: { retry: false },
    },
  });
}
