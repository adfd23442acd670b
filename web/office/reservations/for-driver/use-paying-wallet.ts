import { useQuery } from '@tanstack/react-query';
import { loadPayingWallet } from './data.ts';
import type { FoundDriver } from './driver/found-driver.ts';

/** What the driver's wallet has; null where drivers pay nothing here. While `isFrozen` it is not loaded again. */
export function usePayingWallet(driver: FoundDriver | null, isFrozen: boolean) {
  return useQuery({
    queryKey: ['user-wallet', driver?.id, 'paying'],
    queryFn: ({ signal }) => (driver === null ? null : loadPayingWallet(driver.id, signal)),
    enabled: driver !== null && !isFrozen,
  });
}
