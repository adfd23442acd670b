import * as z from 'zod';
import { amountSchema } from '../../domain/money/amount-schema.ts';
import type { Cents } from '../../domain/money/cents.ts';
import { Problem } from '../../domain/problems.ts';
import { dataClient } from '../data/connection.ts';
import { type ParsedRows, parseRow, readRows } from '../data/parse-rows.ts';
import { ENTRY_COLUMNS, type EntryFilter, KINDS_OF, type WalletEntry, walletEntrySchema } from './wallet-entry.ts';

const balanceRowSchema = z.object({ wallet_balance: amountSchema });

/** In the currency of the installation. @throws Problem `balance-not-loaded` */
export async function loadBalance(userId: string): Promise<Cents> {
  const { data, error } = await dataClient().from('profiles').select('wallet_balance').eq('user_id', userId).single();
  if (error) throw new Problem('balance-not-loaded', { cause: error });
  return parseRow(balanceRowSchema, data, 'balance-not-loaded').wallet_balance;
}

const PAGE_SIZE = 20;

/** The last entry of a page. */
export type EntryCursor = Pick<WalletEntry, 'id' | 'createdAt'>;

/** `next` is null on the last page. */
export type EntryPage = ParsedRows<WalletEntry> & { next: EntryCursor | null };

// Only these two fields, so that the next page can be loaded after a row that is invalid otherwise.
const cursorSchema = z
  .object({ id: z.string(), created_at: z.string() })
  .transform(({ id, created_at: createdAt }): EntryCursor => ({ id, createdAt }));

/**
 * A page of what moved a driver's money, the latest first.
 * @param after null for the first page
 * @throws Problem `wallet-entries-not-loaded`
 */
export async function listWalletEntries(
  userId: string,
  filter: EntryFilter,
  after: EntryCursor | null,
): Promise<EntryPage> {
  const all = dataClient().from('wallet_entries').select(ENTRY_COLUMNS).eq('user_id', userId);
  const filtered = filter === 'all' ? all : all.in('kind', [...KINDS_OF[filter]]);
  const rest = after
    ? filtered.or(`created_at.lt."${after.createdAt}",and(created_at.eq."${after.createdAt}",id.lt.${after.id})`)
    : filtered;
  const response = await rest
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(PAGE_SIZE);
  const page = readRows(response, walletEntrySchema, 'wallet-entries-not-loaded');
  return {
    ...page,
    next: page.count < PAGE_SIZE ? null : (cursorSchema.safeParse(response.data?.at(-1)).data ?? null),
  };
}
