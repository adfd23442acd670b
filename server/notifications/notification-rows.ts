import * as z from 'zod';
import { periodColumns, withPeriod } from '../../domain/days/period.ts';
import { amountSchema, CURRENCIES } from '../../domain/money/cents.ts';
import { paidBySchema, receiptSchema } from '../../domain/money/receipt.ts';
import { DUTIES } from '../../domain/staff/duties.ts';
import { overstayChargeSchema } from '../../domain/zones/overstay.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { CERTIFICATES } from '../config/certificates.ts';

/** What is told of a reservation alone. */
const RESERVATION_KINDS = [
  'confirmed',
  'payment_wanted',
  'extension_wanted',
  'changed',
  'cancelled',
  'starts_soon',
  'ends_soon',
  'space_out_of_service',
  'reservation_over',
  'space_still_used',
] as const;
const MONEY_KINDS = ['payment_late', 'refund', 'overstay', 'taken_back'] as const;
const STAFF_KINDS = ['administrator', 'certificate', 'correction', 'people', 'staff_invitation'] as const;

export const NOTIFICATION_KINDS = [
  ...RESERVATION_KINDS,
  ...MONEY_KINDS,
  ...STAFF_KINDS,
  'operator_reply',
  'receipt',
] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

const time = z.coerce.date();

const reservationColumns = z.object({
  space_name: z.string().nullable(),
  zone_name: z.string().nullable(),
  address: z.string().nullable(),
  ...periodColumns,
  sequence: z.int().nonnegative(),
  by_driver: z.boolean().optional(),
  /** Why an operator changed or cancelled it. */
  reason: z.literal('space_out_of_service').optional().catch(undefined),
  /** When the next driver's reservation on the space begins; for a reservation that is over. */
  next_start: time.nullish(),
  /** Until when it costs nothing to stay, where it costs something later; for a reminder of the end. */
  grace_ends: time.nullish(),
  /** Whether its driver could extend it; for a reminder of the end. */
  is_extendable: z.boolean().optional(),
  plate: z.string().nullish(),
  price: amountSchema.optional(),
  currency: z.enum(CURRENCIES).nullish(),
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
});

/** What a provider or the wallet gave back, and the part of it that goes on to the card or account it was paid from. */
const givenBackSchema = z.object({
  amount: amountSchema,
  currency: z.enum(CURRENCIES),
  /** Given back to the wallet; then it may be sent on, and arrive where it came from or return to the wallet. */
  event: z.enum(['given', 'arrived', 'returned']),
  sent_on: amountSchema,
});

/** A reservation as it was when the notification was written. */
const reservationSchema = reservationColumns
  .extend({
    /** How a new reservation was paid. */
    paid_by: paidBySchema.optional(),
    /** What it was before a change. */
    before: reservationColumns.transform(withPeriod).optional(),
    /** What a cancellation gave back. */
    refund: givenBackSchema.optional(),
  })
  .transform(withPeriod);

/** Money that moved, and the reservation that it was for. */
const moneySchema = z.object({
  amount: amountSchema,
  currency: z.enum(CURRENCIES),
  reservation: reservationSchema.nullable(),
});

/** `goes_back` says whether the money goes back to where it came from; else it is in the wallet, as for an extension or a change. */
const latePaymentSchema = moneySchema.extend({
  payment_id: z.uuid(),
  goes_back: z.boolean(),
  is_change: z.boolean().default(false),
});

const refundSchema = moneySchema.extend(givenBackSchema.shape);

/** What it costs to have stayed longer: charged, owed, waived, or looked at by staff first. */
const overstaySchema = moneySchema.extend({ event: overstayChargeSchema.shape.state });

/** What a provider took back, and the order at the provider. */
const takenBackSchema = moneySchema.extend({ event: z.enum(['dispute', 'refunded-there']), order: z.string() });

/** Who gave or took the role of administrator, handed over the ownership, or changed the status of one; `by` is null for the operator of the server. */
const administratorSchema = z.object({
  event: z.enum(['assigned', 'removed', 'owner', 'active', 'inactive', 'suspended']),
  person: z.string(),
  by: z.string().nullable(),
  at: time,
});

/** A certificate of the server, and when it expires. */
const certificateSchema = z.object({ certificate: z.enum(CERTIFICATES), expiry: time });

/** What takes two administrators; `person` is null for lower prices. */
const correctionSchema = z.object({
  event: z.enum(['proposed', 'approved', 'declined']),
  person: z.string().nullable(),
  by: z.string().nullable(),
  amount: amountSchema,
  currency: z.enum(CURRENCIES),
  reason: z.string(),
});

/** What each person gave away by hand in a month such as '2026-10', those who gave most first. */
const peopleSchema = z.object({
  month: z.string(),
  people: z.array(z.object({ actor: z.string(), given: amountSchema, entries: z.number() })),
  currency: z.enum(CURRENCIES),
});

const invitationSchema = z.object({
  token: z.string(),
  duty: z.enum(DUTIES),
  zone_name: z.string().nullable(),
  by: z.string(),
});

const base = z.object({
  id: z.uuid(),
  language: z.string().nullable(),
  expires_at: time,
  reservation_id: z.uuid().nullable(),
});
const subject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('operator_reply') }),
  z.object({ kind: z.enum(RESERVATION_KINDS), content: reservationSchema }),
  z.object({
    kind: z.literal('receipt'),
    content: reservationColumns.extend({ receipt: receiptSchema }).transform(withPeriod),
  }),
  z.object({ kind: z.literal('payment_late'), content: latePaymentSchema }),
  z.object({ kind: z.literal('refund'), content: refundSchema }),
  z.object({ kind: z.literal('overstay'), content: overstaySchema }),
  z.object({ kind: z.literal('taken_back'), content: takenBackSchema }),
  z.object({ kind: z.literal('administrator'), content: administratorSchema }),
  z.object({ kind: z.literal('certificate'), content: certificateSchema }),
  z.object({ kind: z.literal('correction'), content: correctionSchema }),
  z.object({ kind: z.literal('people'), content: peopleSchema }),
  z.object({ kind: z.literal('staff_invitation'), content: invitationSchema }),
]);
const target = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('mail'), email: z.string() }),
  z.object({ channel: z.literal('push'), endpoint: z.string(), p256dh: z.string(), auth: z.string() }),
]);
export const claimedSchema = base.and(subject).and(target);

export type Reservation = z.infer<typeof reservationSchema>;
export type GivenBack = z.infer<typeof givenBackSchema>;
export type Claimed = z.infer<typeof claimedSchema>;

export type MoneyNotification = Extract<Claimed, { kind: (typeof MONEY_KINDS)[number] }>;

/** What people are told who work here, or are to. Of such mails only the month's report can be turned off. */
export type StaffNotification = Extract<Claimed, { kind: (typeof STAFF_KINDS)[number] }>;

export const isAboutMoney = <T extends Claimed>(notification: T): notification is T & MoneyNotification =>
  MONEY_KINDS.some((kind) => kind === notification.kind);

export const isForStaff = <T extends Claimed>(notification: T): notification is T & StaffNotification =>
  STAFF_KINDS.some((kind) => kind === notification.kind);

export type MailNotification = Extract<Claimed, { channel: 'mail' }>;

/** `failed` is tried again, `rejected` is not, nor is its address or device. */
export type Outcome = 'sent' | 'failed' | 'rejected';

/** A claimed row, and what this version can make of it: null for a kind that only a newer one writes. */
type ClaimedRow = { id: string; channel: Claimed['channel']; notification: Claimed | null };

/** Claims the due notifications for at least a minute, in which no other server delivers them. */
export async function claimNotifications(sql: Sql, most: number): Promise<ClaimedRow[]> {
  const rows = await sql<Omit<ClaimedRow, 'notification'>[]>`select * from public.claim_notifications(${most})`;
  return rows.map((row) => ({ ...row, notification: claimedSchema.safeParse(row).data ?? null }));
}

export async function finishNotification(sql: Sql, id: string, outcome: Outcome, error?: string): Promise<void> {
  await sql`select public.finish_notification(${id}, ${outcome}, ${error ?? null})`;
}
