import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { amountSchema } from '../../../domain/money/amount-schema.ts';
import { ENTRY_KINDS, type EntryKind } from '../../../domain/money/entry-kinds.ts';
import type { ProblemKey } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { tableRow } from '../../data/table-row.ts';
import { joinRows, type ParsedRows, readRows } from '../../ui/data-table/parse-rows.ts';

/** Of the view `wallet_entries`. */
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

/** What moved a driver's money. */
export type WalletEntry = z.infer<typeof entryRow.schema>;

const PAGE_SIZE = 20;

type EntryCursor = Pick<WalletEntry, 'id' | 'createdAt'>;

type EntryPage = ParsedRows<WalletEntry> & { next: EntryCursor | null };

// Only these two fields, so that the next page can be loaded after a row that is invalid otherwise.
const cursorSchema = tableRow({ id: z.string(), created_at: z.string() }).schema;

type WalletEntries = {
  /** Null for all. */
  kinds: readonly EntryKind[] | null;
  queryKey: QueryKey;
  /** Says that they are not loaded. */
  problem: ProblemKey;
};

/** What moved a driver's money, the latest first, page by page. */
export function useWalletEntries(userId: string, { kinds, queryKey, problem }: WalletEntries) {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam: after, signal }): Promise<EntryPage> => {
      const all = dataClient().from('wallet_entries').select(entryRow.columns).eq('user_id', userId);
      const filtered = kinds === null ? all : all.in('kind', [...kinds]);
      const rest = after
        ? filtered.or(`created_at.lt."${after.createdAt}",and(created_at.eq."${after.createdAt}",id.lt.${after.id})`)
        : filtered;
      const response = await rest
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(PAGE_SIZE)
        .abortSignal(signal);
      const page = readRows(response, entryRow.schema, problem);
      return {
        ...page,
        next: page.count < PAGE_SIZE ? null : (cursorSchema.safeParse(response.data?.at(-1)).data ?? null),
      };
    },
    initialPageParam: null as EntryCursor | null,
    getNextPageParam: (page) => page.next,
  });
  return { list, entries: joinRows(list.data?.pages ?? []) };
}
