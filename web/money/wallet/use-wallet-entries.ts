import type { QueryKey } from '@tanstack/react-query';
import * as z from 'zod';
import { amountSchema } from '../../../domain/money/amount-schema.ts';
import { ENTRY_KINDS, type EntryKind } from '../../../domain/money/entry-kinds.ts';
import type { ProblemKey } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { tableRow } from '../../data/table-row.ts';
import { readRows } from '../../ui/table/parse-rows.ts';
import { usePages } from '../paged-list.tsx';

const entryRow = tableRow({
  id: z.guid(),
  /** Negative for what the wallet paid. */
  amount: amountSchema,
  kind: z.enum(ENTRY_KINDS),
  reason: z.string().nullable(),
  created_at: z.iso.datetime({ offset: true }),
  payment_id: z.string().nullable(),
  /** The administrator who did it, for administrators; null for others, and for what happens by itself. */
  actor_email: z.string().nullable(),
});

export type WalletEntry = z.infer<typeof entryRow.schema>;

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
        .order('id', { ascending: false })
        .range(from, to)
        .abortSignal(signal);
      return readRows(response, entryRow.schema, problem);
    },
  });
