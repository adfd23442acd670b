import type { ReactNode } from 'react';
import { m } from '#messages';
import { formatMoneyOf } from '../../domain/money/money.ts';
import { Badge } from '../ui/badge.tsx';
import { formatTime } from '../ui/format-time.ts';
import { METHOD_LABELS, PAYMENT_STATE_BADGES, REFUND_STATE_BADGES } from './labels.ts';
import { ManualRefund } from './manual-refund.tsx';
import type { Payment, Refund } from './payment-row.ts';

/** A payment by card or PayPal with what the provider calls it, and what goes back of it. */
export function PaymentItem({ payment, action }: { payment: Payment; action?: ReactNode }) {
  const { method, paidWith, state, amount, createdAt, order, reference, refunds } = payment;
  const { label, tone } = PAYMENT_STATE_BADGES[state];
  return (
    <li className="border-line flex flex-col gap-2 rounded-card border p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{paidWith ?? METHOD_LABELS[method]}</span>
        <Badge tone={tone}>{label}</Badge>
        <span className="ml-auto font-semibold tabular-nums">{formatMoneyOf(amount)}</span>
      </div>
      <dl className="text-muted flex flex-col gap-0.5 text-sm">
        <Fact name={m.money_payment_time()} value={formatTime(createdAt)} />
        {order === null ? null : <Fact name={m.money_payment_order()} value={order} />}
        {reference === null ? null : <Fact name={m.money_payment_reference()} value={reference} />}
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
  const { label, tone } = REFUND_STATE_BADGES[state];
  return (
    <li className="flex flex-col gap-2 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>{m.money_refund_of({ time: formatTime(createdAt) })}</span>
        <Badge tone={tone}>{label}</Badge>
        <span className="ml-auto font-semibold tabular-nums">{formatMoneyOf(amount)}</span>
      </div>
      {state === 'manual' ? <ManualRefund refund={refund} /> : null}
      {error === null ? null : <p className="text-muted text-sm wrap-anywhere">{error}</p>}
    </li>
  );
}
