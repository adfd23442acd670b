import * as z from 'zod';
import { amountSchema } from '../../../domain/money/amount-schema.ts';
import { ENTRY_KINDS, type EntryKind } from '../../../domain/money/entry-kinds.ts';
import type { ProblemKey } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { type ParsedRows, readRows } from '../../ui/data-table/parse-rows.ts';

/** Of the view `wallet_entries`, to be parsed by `walletEntrySchema`. */
const ENTRY_COLUMNS = 'id, amount, kind, reason, created_at, reservation_id, payment_id, actor_email';

const walletEntrySchema = z
  .object({
    id: z.guid(),
    amount: amountSchema,
    kind: z.enum(ENTRY_KINDS),
    reason: z.string().nullable(),
    created_at: z.iso.datetime({ offset: true }),
    reservation_id: z.string().nullable(),
    payment_id: z.string().nullable(),
    actor_email: z.string().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    /** Negative for what the wallet paid. */
    amount: row.amount,
    kind: row.kind,
    reason: row.reason,
    createdAt: row.created_at,
    reservationId: row.reservation_id,
    paymentId: row.payment_id,
    /** The administrator who did it, for administrators; null for others, and for what happens by itself. */
    actorEmail: row.actor_email,
  }));

const PAGE_SIZE = 20;

/** The last entry of a page. */
export type EntryCursor = Pick<WalletEntry, 'id' | 'createdAt'>;

/** `next` is null on the last page. */
export type EntryPage = ParsedRows<WalletEntry> & { next: EntryCursor | null };

// Only these two fields, so that the next page can be loaded after a row that is invalid otherwise.
const cursorSchema = z
  .object({ id: z.string(), created_at: z.string() })
  .transform(({ id, created_at: createdAt }): EntryCursor => ({ id, createdAt }));

type EntriesRequest = {
  /** Null for all. */
  kinds: readonly EntryKind[] | null;
  /** Null for the first page. */
  after: EntryCursor | null;
  problem: ProblemKey;
  signal: AbortSignal;
};

/** A page of what moved a driver's money, the latest first. @throws Problem of this key */
export async function listWalletEntries(
  userId: string,
  { kinds, after, problem, signal }: EntriesRequest,
): Promise<EntryPage> {
  const all = dataClient().from('wallet_entries').select(ENTRY_COLUMNS).eq('user_id', userId);
  const filtered = kinds === null ? all : all.in('kind', [...kinds]);
  const rest = after
    ? filtered.or(`created_at.lt."${after.createdAt}",and(created_at.eq."${after.createdAt}",id.lt.${after.id})`)
    : filtered;
  const response = await rest
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(PAGE_SIZE)
    .abortSignal(signal);
  const page = readRows(response, walletEntrySchema, problem);
  return {
    ...page,
    next: page.count < PAGE_SIZE ? null : (cursorSchema.safeParse(response.data?.at(-1)).data ?? null),
  };
}

/** What moved a driver's money. */
export type WalletEntry = z.infer<typeof walletEntrySchema>;
