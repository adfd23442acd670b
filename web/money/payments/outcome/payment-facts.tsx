import { m } from '#messages';
import { formatClock, formatDay } from '../../../../domain/language/format.ts';
import { formatMoneyOf } from '../../../../domain/money/money-of-cents.ts';
import { Card } from '../../../ui/card.tsx';
import { SummaryRow } from '../../../ui/summary-row.tsx';
import type { Payment } from '../data.ts';

/** What a driver tells the operator or the bank about a payment. */
export function PaymentFacts({ payment }: { payment: Payment }) {
  const { amount, paidWith, transaction, createdAt } = payment;
  return (
    <Card className="py-1">
      <dl className="divide-y divide-line">
        <SummaryRow label={m.payment_amount()} value={formatMoneyOf(amount)} />
        {paidWith ? <SummaryRow label={m.payment_paid_with()} value={paidWith} /> : null}
        <SummaryRow
          label={m.payment_started()}
          value={m.day_and_time({ day: formatDay(createdAt), time: formatClock(createdAt) })}
        />
        {transaction ? <SummaryRow label={m.payment_transaction()} value={transaction} /> : null}
      </dl>
    </Card>
  );
}
