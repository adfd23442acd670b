import * as z from 'zod';
import { m } from '#messages';
import type { Column } from '../columns.ts';
import { decimalSchema, wholeNumberSchema } from '../field-schemas.ts';
import { formatNumber } from '../language/format.ts';
import { formatMoney, MAX_PRICE } from '../money/money.ts';
import { describeProblem } from '../problems.ts';

/** What a driver pays who stays longer than reserved, in a zone where that costs something. */
const termsSchema = z
  .object({
    grace: wholeNumberSchema({ min: 0, max: 60 }, 'overstay-grace-out-of-range'),
    rate: z.enum(['table', 'fixed']),
    /** A factor of what the added time costs, or an amount for each started hour. */
    value: decimalSchema({ min: 0.01, max: MAX_PRICE }, 'overstay-amount-out-of-range'),
    cap: decimalSchema({ min: 0.01, max: 100_000 }, 'overstay-amount-out-of-range'),
  })
  .refine(({ rate, value }) => rate === 'fixed' || (value >= 1 && value <= 3), {
    path: ['value'],
    error: describeProblem('overstay-factor-out-of-range'),
  });
export type OverstayTerms = z.infer<typeof termsSchema>;

/** Null where it costs nothing to stay, and while what was typed is not possible. */
export const overstayTermsSchema = termsSchema.nullable().default(null).catch(null);
/** What was charged, is owed, or waits for staff. */
export const overstayChargeSchema = z.object({
  amount: z.number(),
  state: z.enum(['unproven', 'owed', 'paid', 'waived']),
});

/** The sentence that drivers read before they reserve, and on signs. */
export function describeOverstay({ grace, rate, value, cap }: OverstayTerms, say = m.overstay_terms): string {
  const said = { grace: formatNumber(grace), cap: formatMoney(cap) };
  if (rate === 'fixed') return say({ ...said, rate, value: formatMoney(value) });
  return say({ ...said, rate: value === 1 ? 'same' : 'factor', value: formatNumber(value) });
}

export const overstay: Column<OverstayTerms | null> = {
  label: m.field_overstay(),
  input: { kind: 'own' },
  initial: null,
  typed: termsSchema.nullable(),
  stored: overstayTermsSchema,
  format: (terms) => (terms ? describeOverstay(termsSchema.parse(terms)) : m.value_off()),
};
