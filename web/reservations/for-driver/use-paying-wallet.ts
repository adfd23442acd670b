import { useQuery } from '@tanstack/react-query';
import type { Cents } from '../../../domain/money/cents.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { loadPayingWallet } from './data.ts';
import type { FoundDriver } from './driver/found-driver.ts';

/** What the driver's wallet has; null until that is known, and where drivers pay nothing here. */
export function usePayingWallet(driver: FoundDriver | null): Cents | null {
  const wallet = useQuery({
    queryKey: ['user-wallet', driver?.id, 'paying'],
    queryFn: ({ signal }) => (driver === null ? null : loadPayingWallet(driver.id, signal)),
    enabled: driver !== null,
  });
  useProblemToast(wallet.error);
  return wallet.data ?? null;
}
