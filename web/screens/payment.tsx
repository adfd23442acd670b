import type { User } from '@supabase/supabase-js';
import { CircleX, SearchX, Undo2, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { m } from '#messages';
import { describeDecline } from '../../domain/money/decline-reason.ts';
import { formatMoneyOf } from '../../domain/money/money-of-cents.ts';
import { useUser } from '../account/session/session-provider.tsx';
import type { PaidStay } from '../booking/paying/data.ts';
import { GiveUpButton } from '../booking/paying/give-up-button.tsx';
import { usePaidStay } from '../booking/paying/use-paid-stay.ts';
import type { Payment } from '../money/payments/data.ts';
import { findOutcome } from '../money/payments/outcome/find-outcome.ts';
import { OutcomePanel } from '../money/payments/outcome/outcome-panel.tsx';
import { PaymentFacts } from '../money/payments/outcome/payment-facts.tsx';
import { usePayment } from '../money/payments/outcome/use-payment.ts';
import { WaitingPayment } from '../money/payments/outcome/waiting-payment.tsx';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { useNow } from '../ui/platform/use-now.ts';
import { QueryState } from '../ui/query-state.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { SkeletonList } from '../ui/skeleton.tsx';
import { StatePanel } from '../ui/state-panel.tsx';
import { ServedPayment } from './served-payment.tsx';
import { TryAgainLink } from './try-again-link.tsx';

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
  const stay = usePaidStay(payment.reservationId);
  return (
    <QueryState query={stay} loading={<SkeletonList label={m.payment_loading()} shapes={['h-40', 'h-32']} />}>
      {(data) => (
        <div className="flex flex-col gap-6">
          <Outcome payment={payment} stay={data} user={user} />
          <PaymentFacts payment={payment} />
        </div>
      )}
    </QueryState>
  );
}

type OutcomeProps = { payment: Payment; stay: PaidStay | null; user: User };

function Outcome({ payment, stay, user }: OutcomeProps) {
  const outcome = findOutcome(payment, useNow());
  const amount = formatMoneyOf(payment.amount);
  const tryAgain = <TryAgainLink payment={payment} stay={stay} userId={user.id} />;
  switch (outcome) {
    case 'served':
      return <ServedPayment payment={payment} stay={stay} user={user} />;
    case 'going-back':
      return <Back title={m.payment_going_back()} text={m.payment_going_back_text({ amount })} action={tryAgain} />;
    case 'gone-back':
      return <Back title={m.payment_gone_back()} text={m.payment_gone_back_text({ amount })} action={tryAgain} />;
    case 'in-wallet':
      return (
        <OutcomePanel
          icon={Wallet}
          tone="brand"
          title={m.payment_in_wallet()}
          text={
            payment.purpose === 'extension'
              ? m.payment_in_wallet_extension({ amount })
              : m.payment_in_wallet_stay({ amount })
          }
        >
          <Actions>
            {tryAgain}
            <ToWallet />
          </Actions>
        </OutcomePanel>
      );
    case 'declined':
      return (
        <OutcomePanel
          icon={CircleX}
          tone="danger"
          title={m.payment_not_approved()}
          text={describeDecline(payment.failure)}
        >
          <Actions>{tryAgain}</Actions>
        </OutcomePanel>
      );
    case 'left':
      return <NotPaid title={m.payment_left()} text={m.payment_left_text()} action={tryAgain} />;
    case 'hold-over':
      return (
        <NotPaid
          title={m.payment_hold_over()}
          text={payment.purpose === 'reservation' ? m.payment_hold_over_text() : describeDecline('payment-too-late')}
          action={tryAgain}
        />
      );
    case 'waiting':
      // Its driver gave it up here or elsewhere.
      if (payment.purpose === 'reservation' && stay?.status === 'lapsed') {
        return <NotPaid title={m.payment_hold_over()} text={m.payment_hold_over_text()} action={tryAgain} />;
      }
      return (
        <WaitingPayment
          payment={payment}
          giveUp={payment.purpose === 'reservation' && stay ? <GiveUpButton reservationId={stay.id} /> : null}
        />
      );
  }
}

type PanelProps = { title: string; text: string; action: ReactNode };

function Back({ title, text, action }: PanelProps) {
  return (
    <OutcomePanel icon={Undo2} tone="brand" title={title} text={text}>
      <Actions>{action}</Actions>
    </OutcomePanel>
  );
}

function NotPaid({ title, text, action }: PanelProps) {
  return (
    <OutcomePanel icon={CircleX} tone="danger" title={title} text={text}>
      <Actions>{action}</Actions>
    </OutcomePanel>
  );
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="mt-2 flex w-full max-w-sm flex-col gap-2">{children}</div>;
}

function ToWallet() {
  return (
    <Link to={paths.wallet} className={buttonClass('secondary')}>
      {m.payment_see_wallet()}
    </Link>
  );
}
