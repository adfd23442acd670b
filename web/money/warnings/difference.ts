import * as z from 'zod';
import { m } from '#messages';
import { amountSchema } from '../../../domain/money/amount-schema.ts';
import { PROVIDERS } from '../../../domain/money/payment.ts';
import { tableRow } from '../../data/table-row.ts';

export const DIFFERENCE_KINDS = [
  'amount',
  'missing-here',
  'missing-there',
  'captured-twice',
  'dispute',
  'refunded-there',
  'not-a-sale',
  'bad-signature',
  'not-confirmed',
  'unverified',
] as const;

type Kind = (typeof DIFFERENCE_KINDS)[number];

/** Of the table `payment_differences`: what the provider's record and ours disagree about. */
export const differenceRow = tableRow({
  id: z.string(),
  provider: z.enum(PROVIDERS),
  kind: z.enum(DIFFERENCE_KINDS),
  payment_id: z.string().nullable(),
  provider_order: z.string(),
  detail: z.string(),
  amount: amountSchema.nullable(),
  created_at: z.iso.datetime({ offset: true }),
  resolved_at: z.iso.datetime({ offset: true }).nullable(),
  resolution: z.string().nullable(),
  outcome: z.enum(['repaired', 'verified', 'won']).nullable(),
});

export type Difference = z.infer<typeof differenceRow.schema>;

/** A name for lists, what was found, and what an operator does about it. */
export const DIFFERENCE_TEXTS: Record<Kind, { name: string; found: string; todo: string }> = {
  amount: {
    name: m.money_kind_amount(),
    found: m.money_difference_amount(),
    todo: m.money_difference_amount_todo(),
  },
  'missing-here': {
    name: m.money_kind_missing_here(),
    found: m.money_difference_missing_here(),
    todo: m.money_difference_missing_here_todo(),
  },
  'missing-there': {
    name: m.money_kind_missing_there(),
    found: m.money_difference_missing_there(),
    todo: m.money_difference_missing_there_todo(),
  },
  'captured-twice': {
    name: m.money_kind_captured_twice(),
    found: m.money_difference_captured_twice(),
    todo: m.money_difference_captured_twice_todo(),
  },
  dispute: {
    name: m.money_kind_dispute(),
    found: m.money_difference_dispute(),
    todo: m.money_difference_dispute_todo(),
  },
  'refunded-there': {
    name: m.money_kind_refunded_there(),
    found: m.money_difference_refunded_there(),
    todo: m.money_difference_refunded_there_todo(),
  },
  'not-a-sale': {
    name: m.money_kind_not_a_sale(),
    found: m.money_difference_not_a_sale(),
    todo: m.money_difference_not_a_sale_todo(),
  },
  'bad-signature': {
    name: m.money_kind_bad_signature(),
    found: m.money_difference_bad_signature(),
    todo: m.money_difference_bad_signature_todo(),
  },
  'not-confirmed': {
    name: m.money_kind_not_confirmed(),
    found: m.money_difference_not_confirmed(),
    todo: m.money_difference_not_confirmed_todo(),
  },
  unverified: {
    name: m.money_kind_unverified(),
    found: m.money_difference_unverified(),
    todo: m.money_difference_unverified_todo(),
  },
};

/** What the product did about a difference by itself. */
export const OUTCOME_TEXTS: Record<NonNullable<Difference['outcome']>, string> = {
  repaired: m.money_outcome_repaired(),
  verified: m.money_outcome_verified(),
  won: m.money_outcome_won(),
};
