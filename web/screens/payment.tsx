import type { User } from '@supabase/supabase-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { millisecondsInSecond } from 'date-fns/constants';
import { CircleX, SearchX, Undo2, Wallet } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { m } from '#messages';
import { formatClock, formatDay } from '../../domain/language/format.ts';
import { formatMoneyOf } from '../../domain/money/money.ts';
import type { Reservation } from '../../domain/reservations/reservation.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { bookingKeys } from '../booking/keys.ts';
import { GiveUpButton } from '../booking/paying/held-reservations.tsx';
import { ServedPayment, TryAgainLink } from '../booking/paying/served-payment.tsx';
import { findReservation } from '../booking/reservation-row.ts';
import { moneyKeys } from '../money/keys.ts';
import { describeDecline, findOutcome, OutcomePanel, WaitingPayment } from '../money/payments/outcome-panel.tsx';
import { checkPayment, loadPayment, type Payment } from '../money/payments/payments.ts';
import { paths } from '../paths.ts';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { SkeletonList } from '../ui/feedback/skeleton.tsx';
import { StatePanel } from '../ui/feedback/state-panel.tsx';
import { buttonClass } from '../ui/form/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { SummaryRow } from '../ui/layout/summary-row.tsx';
import { logWarning } from '../ui/platform/log.ts';
import { ROOT } from '../ui/platform/query-keys.ts';
import { useNow } from '../ui/platform/use-now.ts';
import { useOnce } from '../ui/platform/use-once.ts';

const WAITING_MS = 2 * millisecondsInSecond;

/** A driver who left may have paid in another tab. */
const LEFT_MS = 10 * millisecondsInSecond;

/** What became of a payment: where the provider sends the browser back to. */
export function PaymentScreen() {
  const { id = '' } = useParams();
  const user = useUser();
  const payment = usePayment(id);
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4 pb-8">
      <ScreenHeader title={m.payment_title()} />
      <QueryState
        query={payment}
        loading={<SkeletonList label={m.payment_loading()} shapes={['h-40', 'h-32']} className="gap-6 pt-6" />}
      >
        {(data) =>
          data === null || user === null ? <UnknownPayment /> : <PaymentOfDriver payment={data} user={user} />
        }
      </QueryState>
    </div>
  );
}

function UnknownPayment() {
  return (
    <StatePanel
      urgent
      icon={SearchX}
      title={m.payment_unknown()}
      text={m.payment_unknown_text()}
      action={<ToWallet />}
    />
  );
}

function PaymentOfDriver({ payment, user }: { payment: Payment; user: User }) {
  const { reservationId } = payment;
  const reservation = useQuery({
    queryKey: bookingKeys.paidReservation(reservationId),
    queryFn: () => (reservationId === null ? null : findReservation(reservationId)),
  });
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

type OutcomeProps = { payment: Payment; reservation: Reservation | null; user: User };

function Outcome({ payment, reservation, user }: OutcomeProps) {
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
        {outcome === 'in-wallet' ? <ToWallet /> : null}
      </div>
    </OutcomePanel>
  );
}

const NOT_PAID = { icon: CircleX, tone: 'danger' } as const;
const GOES_BACK = { icon: Undo2, tone: 'brand' } as const;

/** What became of a payment that did not do what it was for. */
function describeOutcome(
  outcome: Exclude<ReturnType<typeof findOutcome>, 'served' | 'waiting'>,
  { purpose, failure, amount: cents }: Payment,
) {
  const amount = formatMoneyOf(cents);
  switch (outcome) {
    case 'going-back':
      return { ...GOES_BACK, title: m.payment_going_back(), text: m.payment_going_back_text({ amount }) };
    case 'gone-back':
      return { ...GOES_BACK, title: m.payment_gone_back(), text: m.payment_gone_back_text({ amount }) };
    case 'in-wallet': {
      const describe = purpose === 'extension' ? m.payment_in_wallet_extension : m.payment_in_wallet_reservation;
      return { icon: Wallet, tone: 'brand' as const, title: m.payment_in_wallet(), text: describe({ amount }) };
    }
    case 'declined':
      return { ...NOT_PAID, title: m.payment_not_approved(), text: describeDecline(failure) };
    case 'left':
      return { ...NOT_PAID, title: m.payment_left(), text: m.payment_left_text() };
    case 'hold-over': {
      const text = purpose === 'reservation' ? m.payment_hold_over_text() : describeDecline('payment-too-late');
      return { ...NOT_PAID, title: m.payment_hold_over(), text };
    }
  }
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
        <SummaryRow
          label={m.payment_started()}
          value={m.day_and_time({ day: formatDay(createdAt), time: formatClock(createdAt) })}
        />
        {providerReference ? <SummaryRow label={m.payment_transaction()} value={providerReference} /> : null}
      </dl>
    </Card>
  );
}

function findInterval(payment: Payment | null | undefined): number | false {
  if (!payment) return false;
  const outcome = findOutcome(payment, new Date());
  if (outcome === 'waiting' || outcome === 'hold-over') return WAITING_MS;
  return outcome === 'left' && LEFT_MS;
}

/** A payment of this driver, read again until it is over. The server asks the provider once. */
function usePayment(id: string) {
  const queryClient = useQueryClient();
  const payment = useQuery({
    queryKey: moneyKeys.payment(id),
    queryFn: () => loadPayment(id),
    refetchInterval: ({ state }) => findInterval(state.data),
  });
  const isOpen = payment.data?.state === 'pending';
  useOnce(isOpen, () => {
    checkPayment(id).then(
      () => queryClient.invalidateQueries({ queryKey: moneyKeys.payment(id) }),
      // The server asks by itself later.
      (error: unknown) => logWarning('The provider was not asked', error),
    );
  });
  const state = payment.data?.state;
  useEffect(() => {
    // It changes the wallet, the reservations and the free spaces.
    if (state !== undefined && state !== 'pending') {
      void queryClient.invalidateQueries({ queryKey: ROOT.booking });
      void queryClient.invalidateQueries({ queryKey: ROOT.money });
    }
  }, [state, queryClient]);
  return payment;
}
