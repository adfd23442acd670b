import { useQuery } from '@tanstack/react-query';
import { getLocale } from '#language';
import { m } from '#messages';
import type { ProviderMethod } from '../../../../domain/money/charge-method.ts';
import { formatInCurrency } from '../../../../domain/money/money-in-currency.ts';
import { OverviewCard } from '../overview-card.tsx';
import { type FailedPayment, loadFailedPayments } from './data.ts';
import { describePaymentFailure } from './describe-failure.ts';
import { type Failure, FailureGroups } from './failure-groups.tsx';

const METHODS: Record<ProviderMethod, string> = { card: m.receipt_card(), paypal: m.payment_paypal() };

/** The payments that were declined in a week, by method and reason. */
export function FailedPaymentsCard() {
  const payments = useQuery({
    queryKey: ['overview', 'failed-payments'],
    queryFn: ({ signal }) => loadFailedPayments(signal),
  });
  return (
    <OverviewCard
      title={m.health_failed_payments()}
      text={m.health_last_7_days()}
      query={payments}
      isEmpty={(loaded) => loaded.length === 0}
      emptyText={m.health_failed_payments_none()}
    >
      {(loaded) => <FailureGroups failures={loaded.map(toFailure)} />}
    </OverviewCard>
  );
}

const toFailure = (payment: FailedPayment): Failure => ({
  id: payment.id,
  title: METHODS[payment.method],
  reason: describePaymentFailure(payment.failure),
  code: payment.failure,
  count: payment.of_reason,
  time: payment.failed_at,
  email: payment.user_email,
  detail: formatInCurrency(payment.amount, payment.currency, getLocale()),
});
