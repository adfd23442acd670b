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
        // A problem is known by its name: its class brings the texts of all problems, none of which the landing screen shows.
        retry: (failures, { name }) => failures < RETRIES && name !== 'Problem',
      },
      // A write without a response is repeated by its user only.
      mutations: { retry: false },
    },
  });
}
