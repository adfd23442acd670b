import * as z from 'zod';
import { m } from '#messages';
import { amountSchema } from '../../domain/money/amount-schema.ts';
import { ENTRY_KINDS, type EntryKind } from '../../domain/money/entry-kinds.ts';

/** Of the view `wallet_entries`, to be parsed by `walletEntrySchema`. */
export const ENTRY_COLUMNS = 'id, amount, kind, reason, created_at, reservation_id, payment_id';

export const walletEntrySchema = z
  .object({
    id: z.guid(),
    amount: amountSchema,
    kind: z.enum(ENTRY_KINDS),
    reason: z.string().nullable(),
    created_at: z.iso.datetime({ offset: true }),
    reservation_id: z.string().nullable(),
    payment_id: z.string().nullable(),
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
  }));

/** What moved a driver's money. */
export type WalletEntry = z.infer<typeof walletEntrySchema>;

export const ENTRY_LABELS: Record<EntryKind, string> = {
  opening: m.wallet_entry_opening(),
  adjustment: m.wallet_entry_adjustment(),
  account_closed: m.wallet_entry_account_closed(),
  payment: m.wallet_entry_payment(),
  second_capture: m.wallet_entry_payment(),
  stay: m.wallet_entry_stay(),
  extension: m.wallet_entry_extension(),
  change: m.wallet_entry_change(),
  cancellation: m.wallet_entry_cancellation(),
  stay_refund: m.wallet_entry_stay_refund(),
  refund_requested: m.wallet_entry_refund_requested(),
  refund_completed: m.wallet_entry_refund_requested(),
  refund_failed: m.wallet_entry_refund_failed(),
};

export const ENTRY_FILTERS = ['all', 'payments', 'stays', 'refunds'] as const;

export type EntryFilter = (typeof ENTRY_FILTERS)[number];

export const KINDS_OF: Record<Exclude<EntryFilter, 'all'>, readonly EntryKind[]> = {
  payments: ['payment', 'second_capture'],
  stays: ['stay', 'extension', 'change'],
  refunds: ['cancellation', 'stay_refund', 'refund_requested', 'refund_failed'],
};
