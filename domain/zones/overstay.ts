import * as z from 'zod';
import { m } from '#messages';
import type { Column } from '../columns.ts';
import { decimalSchema, wholeNumberSchema } from '../field-schemas.ts';
import { formatNumber } from '../language/format.ts';
import { formatMoney, MAX_PRICE } from '../money/money.ts';

const MAX_CAP = 100_000;
const common = {
  /** The minutes after the end that cost nothing. */
  grace: wholeNumberSchema({ min: 0, max: 60 }, 'overstay-grace-out-of-range'),
  /** The most for a day. */
  cap: decimalSchema({ min: 0.01, max: MAX_CAP }, 'overstay-amount-out-of-range'),
};

const overstaySchema = z.discriminatedUnion('rate', [
  /** A factor of what the added time costs. */
  z.object({
    ...common,
    rate: z.literal('table'),
    value: decimalSchema({ min: 1, max: 3 }, 'overstay-factor-out-of-range'),
  }),
  /** An amount for each started hour. */
  z.object({
    ...common,
    rate: z.literal('fixed'),
    value: decimalSchema({ min: 0.01, max: MAX_PRICE }, 'overstay-amount-out-of-range'),
  }),
]);

/** What a driver pays who stays longer than reserved, in a zone where that costs something. */
export type OverstayTerms = z.infer<typeof overstaySchema>;

export const overstayTermsSchema = overstaySchema.nullable().default(null).catch(null);

export const DEFAULT_OVERSTAY: OverstayTerms = { grace: 10, rate: 'table', value: 1, cap: 500 };

/** The sentence that drivers read before they reserve. */
export function describeOverstay({ grace, rate, value, cap }: OverstayTerms): string {
  const said = { grace: formatNumber(grace), cap: formatMoney(cap) };
  if (rate === 'fixed') return m.overstay_terms({ ...said, rate: 'fixed', value: formatMoney(value) });
  return m.overstay_terms({ ...said, rate: value === 1 ? 'same' : 'factor', value: formatNumber(value) });
}

export const overstay: Column<OverstayTerms | null> = {
  label: m.field_overstay(),
  input: { kind: 'own' },
  initial: null,
  typed: overstaySchema.nullable(),
  stored: overstayTermsSchema,
  format: (terms) => (terms ? describeOverstay(overstaySchema.parse(terms)) : m.value_off()),
};
