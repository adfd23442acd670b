import * as z from 'zod';
import { amountSchema } from '../../../domain/money/amount-schema.ts';
import { ENTRY_KINDS } from '../../../domain/money/entry-kinds.ts';

/** Of the view `wallet_entries`, to be parsed by `walletEntrySchema`. */
export const ENTRY_COLUMNS = 'id, amount, kind, reason, created_at, reservation_id, payment_id, actor_email';

export const walletEntrySchema = z
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

/** What moved a driver's money. */
export type WalletEntry = z.infer<typeof walletEntrySchema>;
