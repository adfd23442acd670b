import * as z from 'zod';
import { amountSchema } from '../../../domain/money/amount-schema.ts';
import { type Cents, formatCents } from '../../../domain/money/cents.ts';
import { ENTRY_KINDS } from '../../../domain/money/entry-kinds.ts';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { toProblem } from '../../data/database-problem.ts';
import { type ParsedRows, parseRow, readRows } from '../../data/parse-rows.ts';

const PAGE_SIZE = 20;

const entrySchema = z
  .object({
    id: z.string(),
    amount: amountSchema,
    kind: z.enum(ENTRY_KINDS),
    reason: z.string().nullable(),
    created_at: z.iso.datetime({ offset: true }),
    reservation_id: z.string().nullable(),
  })
  .transform(({ created_at: createdAt, reservation_id: reservationId, ...row }) => ({
    ...row,
    createdAt,
    reservationId,
  }));

export type WalletEntry = z.infer<typeof entrySchema>;

/** `next` is where the next page begins; null on the last one. */
export type EntryPage = ParsedRows<WalletEntry> & { next: string | null };

const cursorSchema = z.object({ created_at: z.string() });

/** A page of what moved a wallet, the latest first. @throws Problem `money-not-loaded` */
export async function listWalletEntries(
  userId: string,
  before: string | null,
  signal: AbortSignal,
): Promise<EntryPage> {
  const all = dataClient()
    .from('wallet_entries')
    .select('id, amount, kind, reason, created_at, reservation_id')
    .eq('user_id', userId);
  // Each transaction of a wallet has a time of its own.
  const rest = before === null ? all : all.lt('created_at', before);
  const response = await rest.order('created_at', { ascending: false }).limit(PAGE_SIZE).abortSignal(signal);
  const page = readRows(response, entrySchema, 'money-not-loaded');
  const last = cursorSchema.safeParse(response.data?.at(-1)).data?.created_at ?? null;
  return { ...page, next: page.count < PAGE_SIZE ? null : last };
}

const balanceSchema = z.object({ wallet_balance: amountSchema }).transform((row) => row.wallet_balance);

/** @throws Problem `money-not-loaded` */
export async function loadWalletBalance(userId: string, signal: AbortSignal): Promise<Cents> {
  const { data, error } = await dataClient()
    .from('profiles')
    .select('wallet_balance')
    .eq('user_id', userId)
    .abortSignal(signal)
    .single();
  if (error) throw new Problem('money-not-loaded', { cause: error });
  return parseRow(balanceSchema, data, 'money-not-loaded');
}

export type Adjustment = { amount: Cents; reason: string };

/**
 * Puts money into a wallet or takes it out. A second try with the same key changes nothing.
 * @throws Problem `adjustment-below-zero`, `money-not-saved`
 */
export async function adjustWallet(person: string, { amount, reason }: Adjustment, key: string): Promise<void> {
  const { error } = await dataClient().rpc('adjust_wallet', { person, amount: formatCents(amount), reason, key });
  if (error?.hint === 'wallet-too-low') throw new Problem('adjustment-below-zero', { cause: error });
  if (error) throw toProblem(error, 'money-not-saved');
}
