import type { ReactNode } from 'react';
import * as z from 'zod';
import { m } from '#messages';
import { amountSchema } from '../../domain/money/amount-schema.ts';
import { formatMoneyOf } from '../../domain/money/money.ts';
import {
  PAYMENT_STATES,
  type PaymentState,
  PROVIDER_METHODS,
  REFUND_STATES,
  type RefundState,
} from '../../domain/money/payment.ts';
import { tableRow } from '../data/table-row.ts';
import { Badge } from '../ui/layout/badge.tsx';
import { formatTime } from '../ui/platform/format-time.ts';
import { ManualRefund } from './manual-refund.tsx';

/** A row of `payment_refunds`: money on its way back to a card or PayPal account. */
export const refundRow = tableRow({
  id: z.string(),
  amount: amountSchema,
  reason: z.string().nullable(),
  state: z.enum(REFUND_STATES),
  error: z.string().nullable(),
  is_second_capture: z.boolean(),
  capture_reference: z.string(),
  created_at: z.iso.datetime({ offset: true }),
});

export type Refund = z.infer<typeof refundRow.schema>;

const paymentRow = tableRow({
  id: z.string(),
  method: z.enum(PROVIDER_METHODS),
  state: z.enum(PAYMENT_STATES),
  amount: amountSchema,
  refunded: amountSchema,
  provider_order: z.string().nullable(),
  provider_reference: z.string().nullable(),
  paid_with: z.string().nullable(),
  created_at: z.iso.datetime({ offset: true }),
});

export const PAYMENT_COLUMNS = `${paymentRow.columns}, payment_refunds(${refundRow.columns})`;

export const paymentSchema = paymentRow.schema.and(
  z.object({ payment_refunds: z.array(refundRow.schema) }).transform(({ payment_refunds: refunds }) => ({ refunds })),
);

/** A payment by card or PayPal, with what goes back of it. */
export type Payment = z.infer<typeof paymentSchema>;

/** All other states are neutral. */
const TONES: { [State in PaymentState | RefundState]?: 'positive' | 'danger' | 'brand' } = {
  pending: 'brand',
  captured: 'positive',
  declined: 'danger',
  refunding: 'brand',
  requested: 'brand',
  sent: 'brand',
  succeeded: 'positive',
  failed: 'danger',
  manual: 'danger',
};

export function PaymentItem({ payment, action }: { payment: Payment; action?: ReactNode }) {
  const { method, paidWith, state, amount, createdAt, providerOrder, providerReference, refunds } = payment;
  return (
    <li className="border-line flex flex-col gap-2 rounded-card border p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{paidWith ?? m[`payment_${method}` as const]()}</span>
        <Badge tone={TONES[state] ?? 'neutral'}>{m[`money_payment_${state}` as const]()}</Badge>
        <span className="ml-auto font-semibold tabular-nums">{formatMoneyOf(amount)}</span>
      </div>
      <dl className="text-muted flex flex-col gap-0.5 text-sm">
        <Fact name={m.money_payment_time()} value={formatTime(createdAt)} />
        {providerOrder === null ? null : <Fact name={m.money_payment_order()} value={providerOrder} />}
        {providerReference === null ? null : <Fact name={m.money_payment_reference()} value={providerReference} />}
      </dl>
      {refunds.length === 0 ? null : (
        <ul aria-label={m.money_refunds()} className="divide-line border-line divide-y border-t">
          {refunds.map((refund) => (
            <RefundItem key={refund.id} refund={refund} />
          ))}
        </ul>
      )}
      {action}
    </li>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt>{name}</dt>
      <dd className="text-ink wrap-anywhere tabular-nums">{value}</dd>
    </div>
  );
}

function RefundItem({ refund }: { refund: Refund }) {
  const { amount, state, createdAt, error } = refund;
  return (
    <li className="flex flex-col gap-2 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>{m.money_refund_of({ time: formatTime(createdAt) })}</span>
        <Badge tone={TONES[state] ?? 'neutral'}>{m[`money_refund_${state}` as const]()}</Badge>
        <span className="ml-auto font-semibold tabular-nums">{formatMoneyOf(amount)}</span>
      </div>
      {state === 'manual' ? <ManualRefund refund={refund} /> : null}
      {error === null ? null : <p className="text-muted text-sm wrap-anywhere">{error}</p>}
    </li>
  );
}
