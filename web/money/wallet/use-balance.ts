import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { type Cents, toCents } from '../../../domain/money/cents.ts';
import { createStoredValue, type StoredValue } from '../../ui/platform/stored-value.ts';
import { loadBalance } from './load-balance.ts';

/** The balance that this device saw last, for times offline. */
export type SeenBalance = { balance: Cents; at: string };

export function seenBalanceStorage(userId: string): StoredValue<SeenBalance> {
  const schema = z.object({ balance: z.int().transform(toCents), at: z.iso.datetime() });
  return createStoredValue(`parqueo.wallet.${userId}`, schema);
}

export const balanceKey = (userId: string) => ['wallet-balance', userId];

/** What a driver's wallet holds. */
export function useBalance(userId: string) {
  return useQuery({
    queryKey: balanceKey(userId),
    queryFn: async ({ signal }) => {
      const balance = await loadBalance(userId, { problem: 'balance-not-loaded', signal });
      seenBalanceStorage(userId).write({ balance, at: new Date().toISOString() });
      return balance;
    },
  });
}
