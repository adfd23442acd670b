import { QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import { dequal } from 'dequal/lite';
import { watchConnection } from '../ui/platform/connection-state.ts';

const RETRIES = 2;

/** Reads are retried twice, but not when the product itself reports a Problem. */
export function createQueryClient(): QueryClient {
  watchConnection();
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // The library takes an equal date for a new one, and so would render again without end what reads a device's copy.
        structuralSharing: (before, data) => (dequal(before, data) ? before : replaceEqualDeep(before, data)),
        // Compared by name: importing `Problem` would load all its texts with the landing screen.
        retry: (failures, { name }) => failures < RETRIES && name !== 'Problem',
      },
      // A write without a response is repeated by its user only.
      mutations: { retry: false },
    },
  });
}
