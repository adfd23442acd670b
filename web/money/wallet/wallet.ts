import type { QueryKey } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { amountSchema, type Cents, toCents } from '../../../domain/money/cents.ts';
import { CHARGE_KINDS, ENTRY_KINDS, type EntryKind } from '../../../domain/money/ledger.ts';
import type { ProblemKey } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { tableRow } from '../../data/table-row.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { createStoredValue } from '../../ui/platform/stored-value.ts';
import { readRow, readRows } from '../../ui/table/parse-rows.ts';
import { moneyKeys } from '../keys.ts';
import { usePages } from '../paged-list.tsx';

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
      seenBalanceStorage(userId).write({ balance, at: getNow().toISOString() });
      return balance;
    },
  });
}

type BalanceRequest = { problem: ProblemKey; signal: AbortSignal };

/** What the wallet of a driver holds, in the currency of the installation. */
export async function loadBalance(userId: string, { problem, signal }: BalanceRequest): Promise<Cents> {
  const response = await dataClient()
    .from('profiles')
    .select('wallet_balance')
    .eq('user_id', userId)
    .abortSignal(signal)
    .single();
  return readRow(response, rowSchema, problem).wallet_balance;
}

const entryRow = tableRow({
  id: z.guid(),
  /** Negative for what the wallet paid. */
  amount: amountSchema,
  kind: z.enum(ENTRY_KINDS).exclude(['earned']),
  reason: z.string().nullable(),
  created_at: z.iso.datetime({ offset: true }),
  payment_id: z.string().nullable(),
  reservation_id: z.string().nullable(),
  /** The administrator who did it, for administrators; null for others, and for what happens by itself. */
  actor_email: z.string().nullable(),
});

type WalletEntry = z.infer<typeof entryRow.schema>;

export type JoinedEntry = WalletEntry & { isPaidOutside?: boolean };

/** Makes one entry of a payment by card or PayPal and the charge that it paid: the money came into the wallet and left it at once. */
export function joinPaidCharges(entries: readonly WalletEntry[]): JoinedEntry[] {
  const isPaidBy = (charge: WalletEntry, payment: WalletEntry) =>
    payment.kind === 'payment' &&
    CHARGE_KINDS.includes(charge.kind) &&
    charge.reservationId !== null &&
    payment.reservationId === charge.reservationId &&
    payment.amount === -charge.amount &&
    payment.createdAt === charge.createdAt;
  return entries.flatMap((entry) => {
    if (entries.some((charge) => isPaidBy(charge, entry))) return [];
    const payment = entries.find((other) => isPaidBy(entry, other));
    return [{ ...entry, paymentId: payment?.paymentId ?? entry.paymentId, isPaidOutside: payment !== undefined }];
  });
}

type WalletEntries = {
  kinds: readonly EntryKind[] | null;
  queryKey: QueryKey;
  problem: ProblemKey;
};

export const useWalletEntries = (userId: string, { kinds, queryKey, problem }: WalletEntries) =>
  usePages({
    queryKey,
    pageSize: 20,
    read: async (from, to, signal) => {
      const all = dataClient().from('wallet_entries').select(entryRow.columns).eq('user_id', userId);
      const response = await (kinds === null ? all : all.in('kind', [...kinds]))
        .order('created_at', { ascending: false })
        // At one moment a wallet first gets and then pays.
        .order('amount')
        .order('id', { ascending: false })
        .range(from, to)
        .abortSignal(signal);
      return readRows(response, entryRow.schema, problem);
    },
  });
