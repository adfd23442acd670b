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
import { BookedStay } from '../booked-stay.tsx';
import { saveSession } from '../current/use-parking-session.ts';
import { formatMoment } from '../parking-time.ts';
import type { PaidStay } from './data.ts';
import { AfterTopUp } from './try-again-link.tsx';

type ServedPaymentProps = { payment: Payment; stay: PaidStay | null; user: User };

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
