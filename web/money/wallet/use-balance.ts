import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { amountSchema } from '../../../domain/money/amount-schema.ts';
import { type Cents, toCents } from '../../../domain/money/cents.ts';
import type { ProblemKey } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { createStoredValue } from '../../ui/platform/stored-value.ts';
import { readRow } from '../../ui/table/parse-rows.ts';
import { moneyKeys } from '../keys.ts';

export function seenBalanceStorage(userId: string) {
  const schema = z.object({ balance: z.int().transform(toCents), at: z.iso.datetime() });
  return createStoredValue(`parqueo.wallet.${userId}`, schema);
}

const rowSchema = z.object({ wallet_balance: amountSchema });

export function useBalance(userId: string) {
  return useQuery({
    queryKey: moneyKeys.balance(userId),
    queryFn: async ({ signal }) => {
      const balance = await loadBalance(userId, { problem: 'balance-not-loaded', signal });
      seenBalanceStorage(userId).write({ balance, at: new Date().toISOString() });
      return balance;
    },
  });
}

type BalanceRequest = { problem: ProblemKey; signal: AbortSignal };

/** What the wallet of a driver holds, in the currency of the installation. @throws Problem of this key */
export async function loadBalance(userId: string, { problem, signal }: BalanceRequest): Promise<Cents> {
  const response = await dataClient()
    .from('profiles')
    .select('wallet_balance')
    .eq('user_id', userId)
    .abortSignal(signal)
    .single();
  return readRow(response, rowSchema, problem).wallet_balance;
}
