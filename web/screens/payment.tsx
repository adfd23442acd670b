import type { User } from '@supabase/supabase-js';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Hourglass, SearchX } from 'lucide-react';
import { Link, useLocation, useParams } from 'react-router';
import { m } from '#messages';
import { formatMoneyOf } from '../../domain/money/money.ts';
import type { Reservation } from '../../domain/reservations/reservation.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { GiveUpButton } from '../booking/reserve/held-reservations.tsx';
import { ServedPayment, TryAgainLink, usePaidReservation } from '../booking/reserve/served-payment.tsx';
import { moneyKeys } from '../money/keys.ts';
import { describeOutcome, OutcomePanel, WaitingPayment } from '../money/payments/outcome-panel.tsx';
import { findOutcome, hasArrived, type Payment } from '../money/payments/payments.ts';
import { usePayment } from '../money/payments/use-pay.ts';
import { paths } from '../paths.ts';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { SkeletonList } from '../ui/feedback/skeleton.tsx';
import { StatePanel } from '../ui/feedback/state-panel.tsx';
import { buttonClass } from '../ui/form/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { SummaryRow } from '../ui/layout/summary-row.tsx';
import { formatDayAndTime } from '../ui/platform/format-time.ts';
import { useNow } from '../ui/platform/use-now.ts';

/** What became of a payment: where the provider sends the browser back to. */
export function PaymentScreen() {
  const { id = '' } = useParams();
  const user = useUser();
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4 pb-8">
      <ScreenHeader title={m.payment_title()} />
      {user === null ? <PaymentElsewhere id={id} /> : <OwnPayment id={id} user={user} />}
    </div>
  );
}

function OwnPayment({ id, user }: { id: string; user: User }) {
  return (
    <QueryState
      query={usePayment(id)}
      loading={<SkeletonList label={m.payment_loading()} shapes={['h-40', 'h-32']} className="gap-6 pt-6" />}
    >
      {(data) => (data === null ? <UnknownPayment /> : <PaymentOfDriver payment={data} user={user} />)}
    </QueryState>
  );
}

/** The provider sent another browser back than the one where the driver is signed in. */
function PaymentElsewhere({ id }: { id: string }) {
  const { data } = useQuery({ queryKey: moneyKeys.payment(id, 'arrived'), queryFn: () => hasArrived(id) });
  const [title, icon] = data ? [m.payment_arrived(), CircleCheck] : [m.payment_elsewhere(), Hourglass];
  return (
    <OutcomePanel icon={icon} tone={data ? 'positive' : 'brand'} title={title} text={m.payment_elsewhere_text()}>
      <Link to={paths.logIn} state={{ from: useLocation() }} className={buttonClass()}>
        {m.log_in_submit()}
      </Link>
    </OutcomePanel>
  );
}

function UnknownPayment() {
  return (
    <StatePanel
      urgent
      offersSupport
      icon={SearchX}
      title={m.payment_unknown()}
      text={m.payment_unknown_text()}
      action={<ToWallet />}
    />
  );
}

function PaymentOfDriver({ payment, user }: { payment: Payment; user: User }) {
  const reservation = usePaidReservation(payment.reservationId);
  return (
    <QueryState query={reservation} loading={<SkeletonList label={m.payment_loading()} shapes={['h-40', 'h-32']} />}>
      {(data) => (
        <div className="flex flex-col gap-6">
          <Outcome payment={payment} reservation={data} user={user} />
          <PaymentFacts payment={payment} />
        </div>
      )}
    </QueryState>
  );
}

function Outcome({ payment, reservation, user }: { payment: Payment; reservation: Reservation | null; user: User }) {
  const found = findOutcome(payment, useNow());
  const isForReservation = payment.purpose === 'reservation';
  // Its driver gave it up here or elsewhere.
  const outcome =
    found === 'waiting' && isForReservation && reservation?.status === 'lapsed' ? ('hold-over' as const) : found;
  if (outcome === 'served') return <ServedPayment payment={payment} reservation={reservation} user={user} />;
  if (outcome === 'waiting') {
    return (
      <WaitingPayment
        payment={payment}
        giveUp={isForReservation && reservation ? <GiveUpButton reservationId={reservation.id} /> : null}
      />
    );
  }
  return (
    <OutcomePanel {...describeOutcome(outcome, payment)}>
      <div className="mt-2 flex w-full max-w-sm flex-col gap-2">
        <TryAgainLink payment={payment} reservation={reservation} userId={user.id} />
        {outcome === 'in-wallet' && payment.purpose !== 'exit' ? <ToWallet /> : null}
      </div>
    </OutcomePanel>
  );
}

function ToWallet() {
  return (
    <Link to={paths.wallet} className={buttonClass('secondary')}>
      {m.payment_see_wallet()}
    </Link>
  );
}

/** What a driver tells the operator or the bank about a payment. */
function PaymentFacts({ payment }: { payment: Payment }) {
  const { amount, paidWith, providerReference, createdAt } = payment;
  return (
    <Card className="py-1">
      <dl className="divide-y divide-line">
        <SummaryRow label={m.payment_amount()} value={formatMoneyOf(amount)} />
        {paidWith ? <SummaryRow label={m.payment_paid_with()} value={paidWith} /> : null}
        <SummaryRow label={m.payment_started()} value={formatDayAndTime(createdAt)} />
        {providerReference ? <SummaryRow label={m.payment_transaction()} value={providerReference} /> : null}
      </dl>
    </Card>
  );
}
