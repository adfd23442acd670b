import * as z from 'zod';
import { moneySchema, readMoney } from './money.ts';
import { createBusinessError, createRequestError, type PayPalDetail } from './paypal-error.ts';

/** Text that the database can store. */
export const textSchema = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((text) => text.isWellFormed() && !text.includes('\0'));

const addressSchema = z.url({ protocol: /^https?$/ }).max(2048);

const BREAKDOWN_SIGNS = {
  item_total: 1,
  shipping: 1,
  handling: 1,
  tax_total: 1,
  insurance: 1,
  shipping_discount: -1,
  discount: -1,
} as const;

const BREAKDOWN_PARTS = Object.keys(BREAKDOWN_SIGNS) as (keyof typeof BREAKDOWN_SIGNS)[];

const amountSchema = moneySchema.extend({
  breakdown: z.partialRecord(z.enum(BREAKDOWN_PARTS), moneySchema).optional(),
});

const itemSchema = z.object({
  name: textSchema(127),
  quantity: z.string().regex(/^[1-9]\d{0,9}$/),
  unit_amount: moneySchema,
});

export const unitSchema = z.object({
  reference_id: textSchema(256).default('default'),
  custom_id: textSchema(127).optional(),
  invoice_id: textSchema(127).optional(),
  description: textSchema(127).optional(),
  amount: amountSchema,
  items: z.array(itemSchema).max(100).optional(),
});

const experienceSchema = z.object({
  return_url: addressSchema,
  cancel_url: addressSchema,
  brand_name: textSchema(127).optional(),
  locale: z
    .string()
    .regex(/^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?$/)
    .default('en-US'),
  user_action: z.enum(['CONTINUE', 'PAY_NOW']).default('CONTINUE'),
  shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']).default('GET_FROM_FILE'),
  payment_method_preference: z.enum(['UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED']).default('UNRESTRICTED'),
});

/** The part of PayPal's orders that the simulator has: one unit, captured, paid with a PayPal account. */
const orderSchema = z.object({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z.array(unitSchema).length(1),
  payment_source: z.object({ paypal: z.object({ experience_context: experienceSchema }) }),
});

export const refundSchema = z.object({
  amount: moneySchema.optional(),
  invoice_id: textSchema(127).optional(),
  custom_id: textSchema(127).optional(),
  note_to_payer: textSchema(255).optional(),
});

export type Unit = z.infer<typeof unitSchema>;
export type Experience = z.infer<typeof experienceSchema>;
export type RefundRequest = z.infer<typeof refundSchema>;

const ISSUES: Record<string, string> = {
  too_big: 'INVALID_STRING_LENGTH',
  too_small: 'INVALID_STRING_LENGTH',
  invalid_format: 'INVALID_PARAMETER_SYNTAX',
};

function toDetail({ code, path, input }: z.core.$ZodIssue): PayPalDetail {
  const issue = input === undefined ? 'MISSING_REQUIRED_PARAMETER' : (ISSUES[code] ?? 'INVALID_PARAMETER_VALUE');
  return { issue, field: `/${path.join('/')}`, location: 'body' };
}

/** @throws PayPalError as PayPal responds to a body that is not as documented */
export function parseBody<S extends z.ZodType>(schema: S, body: string): z.infer<S> {
  let value: unknown;
  try {
    value = JSON.parse(body === '' ? '{}' : body);
  } catch {
    throw createRequestError([{ issue: 'MALFORMED_REQUEST_JSON', location: 'body' }]);
  }
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw createRequestError(parsed.error.issues.slice(0, 20).map(toDetail));
  return parsed.data;
}

const UNIT_FIELD = "/purchase_units/@reference_id=='default'/amount";

function requireMatchingAmounts({ amount, items }: Unit): void {
  const total = readMoney(amount, UNIT_FIELD);
  if (total <= 0) throw createBusinessError('CANNOT_BE_ZERO_OR_NEGATIVE', `${UNIT_FIELD}/value`);
  const { breakdown } = amount;
  const readPart = (part: keyof typeof BREAKDOWN_SIGNS) => {
    const money = breakdown?.[part];
    if (money === undefined) return 0;
    if (money.currency_code !== amount.currency_code) throw createBusinessError('CURRENCY_MISMATCH', UNIT_FIELD);
    return readMoney(money, `${UNIT_FIELD}/breakdown/${part}`);
  };
  if (breakdown !== undefined) {
    const sum = BREAKDOWN_PARTS.reduce((total, part) => total + BREAKDOWN_SIGNS[part] * readPart(part), 0);
    if (sum !== total) throw createBusinessError('AMOUNT_MISMATCH', `${UNIT_FIELD}/value`);
  }
  if (items === undefined) return;
  if (breakdown?.item_total === undefined) throw createBusinessError('ITEM_TOTAL_REQUIRED', UNIT_FIELD);
  const itemTotal = items.reduce(
    (sum, { unit_amount, quantity }) => sum + readMoney(unit_amount, UNIT_FIELD) * Number(quantity),
    0,
  );
  if (itemTotal !== readPart('item_total')) throw createBusinessError('ITEM_TOTAL_MISMATCH', UNIT_FIELD);
}

/** @throws PayPalError as PayPal responds */
export function parseOrderRequest(body: string): { unit: Unit; experience: Experience } {
  const { intent, purchase_units, payment_source } = parseBody(orderSchema, body);
  if (intent !== 'CAPTURE') throw createBusinessError('UNSUPPORTED_INTENT', '/intent');
  const [unit] = purchase_units;
  if (unit === undefined) throw createRequestError([{ issue: 'MISSING_REQUIRED_PARAMETER', field: '/purchase_units' }]);
  requireMatchingAmounts(unit);
  return { unit, experience: payment_source.paypal.experience_context };
}
