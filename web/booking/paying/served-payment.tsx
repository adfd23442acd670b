import type { User } from '@supabase/supabase-js';
import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatMoneyOf } from '../../../domain/money/money-of-cents.ts';
import { isClosed } from '../../../domain/reservations/reservation.ts';
import { getStayEnd, hasBegun } from '../../../domain/reservations/stay.ts';
import type { Payment } from '../../money/payments/data.ts';
import { OutcomePanel } from '../../money/payments/outcome-panel.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useOnce } from '../../ui/platform/use-once.ts';
import { toStayValues } from '../arrival/stay-values.ts';
import { BookedStay } from '../booked-stay.tsx';
import { saveSession } from '../current/use-parking-session.ts';
import { formatMoment } from '../parking-time.ts';
import { readKeptStay } from '../reserve/kept-stay.ts';
import type { ReserveValues } from '../reserve/reserve-values.ts';
import type { PaidStay } from './data.ts';

type ServedPaymentProps = { payment: Payment; stay: PaidStay | null; user: User };

const toReserveValues = (stay: PaidStay): ReserveValues => ({
  ...toStayValues(stay),
  vehicleId: stay.vehicle.id,
  paymentMethod: stay.paymentMethod,
});

/** A payment that did what it was for, and where its driver goes on. */
export function ServedPayment({ payment, stay, user }: ServedPaymentProps) {
  if (payment.purpose === 'top_up') {
    return (
      <OutcomePanel
        icon={CircleCheck}
        tone="positive"
        title={m.payment_topped_up()}
        text={m.payment_topped_up_text({ amount: formatMoneyOf(payment.amount) })}
      >
        <AfterTopUp userId={user.id} />
      </OutcomePanel>
    );
  }
  const title =
    payment.purpose === 'extension' && payment.newEnd !== null
      ? m.payment_extended({ end: formatMoment(new Date(payment.newEnd), new Date()) })
      : m.reserve_confirmed();
  return (
    <>
      <OutcomePanel icon={CircleCheck} tone="positive" title={title} />
      {stay === null ? null : <BookedStay reservation={stay} />}
      {stay === null || isClosed(stay) ? (
        <Link to={paths.reservations} className={buttonClass('secondary')}>
          {m.payment_see_reservations()}
        </Link>
      ) : (
        <NextStep stay={stay} userId={user.id} isExtension={payment.purpose === 'extension'} />
      )}
    </>
  );
}

type NextStepProps = { stay: PaidStay; userId: string; isExtension: boolean };

/** As after a reservation that the wallet paid. */
function NextStep({ stay, userId, isExtension }: NextStepProps) {
  const now = new Date();
  const isUnderWay = hasBegun(stay, now) && getStayEnd(stay) > now;
  // A driver who parks at once can see the reservation without a connection.
  useOnce(isUnderWay, () => saveSession(userId, stay, now));
  return (
    <Link
      to={isExtension ? paths.parkingStatus : paths.directions}
      state={{ reservation: stay }}
      className={buttonClass()}
    >
      {isExtension ? m.payment_see_stay() : m.payment_directions()}
    </Link>
  );
}

type TryAgainLinkProps = { payment: Payment; stay: PaidStay | null; userId: string };

/** Back to where the payment began, with the same stay filled in. */
export function TryAgainLink({ payment, stay, userId }: TryAgainLinkProps) {
  if (payment.purpose === 'reservation' && stay !== null && stay.parkingSpotId !== '') {
    return (
      <Link to={paths.reserve(stay.parkingSpotId)} state={{ values: toReserveValues(stay) }} className={buttonClass()}>
        {m.action_try_again()}
      </Link>
    );
  }
  if (payment.purpose === 'extension' && stay?.status === 'active') {
    return (
      <Link to={paths.parkingStatus} state={{ reservation: stay }} className={buttonClass()}>
        {m.payment_see_stay()}
      </Link>
    );
  }
  return payment.purpose === 'top_up' ? (
    <AfterTopUp userId={userId} label={m.action_try_again()} />
  ) : (
    <Link to={paths.reservations} className={buttonClass()}>
      {m.payment_see_reservations()}
    </Link>
  );
}

/** To the form that waits for the wallet, else to the wallet. */
function AfterTopUp({ userId, label = m.payment_see_wallet() }: { userId: string; label?: string }) {
  const kept = readKeptStay(userId, new Date());
  return kept === null ? (
    <Link to={paths.wallet} className={buttonClass()}>
      {label}
    </Link>
  ) : (
    <Link to={paths.reserve(kept.spaceId)} state={{ values: kept.values }} className={buttonClass()}>
      {m.payment_go_on_reserving()}
    </Link>
  );
}
