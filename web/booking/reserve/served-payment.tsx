import type { User } from '@supabase/supabase-js';
import { useQuery } from '@tanstack/react-query';
import { addMinutes } from 'date-fns/addMinutes';
import { millisecondsInMinute } from 'date-fns/constants';
import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '#messages';
import type { Period } from '../../../domain/days/period.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { isClosed, type Reservation } from '../../../domain/reservations/reservation.ts';
import { hasBegun } from '../../../domain/reservations/times.ts';
import { useIsGuest } from '../../account/session/session-provider.tsx';
import { storeLastPayment } from '../../money/payments/driver-payment.tsx';
import { OutcomePanel } from '../../money/payments/outcome-panel.tsx';
import type { Payment } from '../../money/payments/payments.ts';
import { forgetForm, readWaitingForm } from '../../money/payments/waiting-form.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { useOnce } from '../../ui/platform/use-once.ts';
import { readSavedReservation, saveReservation } from '../current/saved-reservation.ts';
import { TicketButton } from '../current/ticket-dialog.tsx';
import { bookingKeys } from '../keys.ts';
import { CalendarButton } from '../lists/calendar-button.tsx';
import { formatMoment } from '../parking-time.ts';
import { BookedReservation } from '../reservation-parts.tsx';
import { findReservation } from '../reservation-row.ts';
import { toReserveValues } from './reserve-values.ts';

/** The reservation that a payment is for; null where it is for none. */
export const usePaidReservation = (id: string | null) =>
  useQuery({
    queryKey: bookingKeys.paidReservation(id),
    queryFn: () => (id === null ? null : findReservation(id)),
  });

const DONE = { icon: CircleCheck, tone: 'positive' } as const;

type ServedPaymentProps = { payment: Payment; reservation: Reservation | null; user: User };

/** A payment that did what it was for, and where its driver goes on. */
export function ServedPayment({ payment, reservation, user }: ServedPaymentProps) {
  useOnce(payment.purpose !== 'top_up', () => {
    storeLastPayment(user.id, payment.method);
    forgetForm(user.id);
  });
  if (payment.purpose === 'top_up') {
    return (
      <OutcomePanel
        {...DONE}
        title={m.payment_topped_up()}
        text={m.payment_topped_up_text({ amount: formatMoneyOf(payment.amount) })}
      >
        <NextLink {...(findWaitingForm(user.id) ?? toWalletOrReservation(user.id, m.payment_see_wallet()))} />
      </OutcomePanel>
    );
  }
  if (payment.purpose === 'exit') {
    const paidAt = Math.min(...[payment.capturedAt ?? payment.expiresAt, payment.expiresAt].map(Date.parse));
    const text = m.exit_paid_text({ until: formatMoment(addMinutes(paidAt, 15), getNow()) });
    return <OutcomePanel {...DONE} title={m.exit_paid()} text={text} />;
  }
  const title =
    payment.purpose === 'change'
      ? m.change_done()
      : payment.newEnd === null
        ? m.reserve_confirmed()
        : m.payment_extended({ end: formatMoment(new Date(payment.newEnd), getNow()) });
  if (reservation !== null && !isClosed(reservation) && payment.purpose === 'reservation') {
    return <ReservedPanel reservation={reservation} userId={user.id} />;
  }
  return (
    <>
      <OutcomePanel {...DONE} title={title} />
      {reservation === null ? null : <BookedReservation reservation={reservation} />}
      {reservation === null || isClosed(reservation) || payment.purpose === 'change' ? (
        <Link to={paths.reservations} className={buttonClass('secondary')}>
          {m.payment_see_reservations()}
        </Link>
      ) : (
        <NextStep reservation={reservation} userId={user.id} isExtension />
      )}
    </>
  );
}

/** Within this time before the start, a driver needs the directions next. */
const SOON_MS = 60 * millisecondsInMinute;

export const isSoon = ({ startsAt }: Period, now: Date) => startsAt.getTime() - now.getTime() <= SOON_MS;

/** A new reservation: what was booked, the calendar, the ticket and what comes next. */
export function ReservedPanel({ reservation, userId }: { reservation: Reservation; userId: string }) {
  return (
    <>
      <OutcomePanel {...DONE} title={m.reserve_confirmed()} />
      <BookedReservation reservation={reservation} />
      <div className="flex flex-wrap gap-2">
        <CalendarButton reservation={reservation} />
        <TicketButton className="grow" reservation={reservation} />
      </div>
      {isSoon(reservation, getNow()) ? (
        <NextStep reservation={reservation} userId={userId} isExtension={false} />
      ) : (
        <NextLink to={paths.activity} text={m.payment_see_reservations()} />
      )}
    </>
  );
}

type NextStepProps = { reservation: Reservation; userId: string; isExtension: boolean };

/** The next step after a reservation, which does not depend on how it was paid. */
function NextStep({ reservation, userId, isExtension }: NextStepProps) {
  const now = getNow();
  const isGuest = useIsGuest();
  const isUnderWay = hasBegun(reservation, now) && reservation.endsAt > now;
  // A driver who parks at once can see the reservation without a connection.
  useOnce(isUnderWay, () => saveReservation(userId, reservation, now));
  return isExtension || isGuest ? (
    <NextLink to={paths.parkingStatus} state={{ reservation }} text={m.payment_see_reservation()} />
  ) : (
    <NextLink to={paths.directions} state={{ reservation }} text={m.payment_directions()} />
  );
}

type NextLinkProps = { to: string; state?: object; text: string };

function NextLink({ text, ...link }: NextLinkProps) {
  return (
    <Link {...link} className={buttonClass()}>
      {text}
    </Link>
  );
}

type PaymentOfDriver = { payment: Payment; reservation: Reservation | null; userId: string };

/** Leads back to the form where the payment began, as it was filled in. */
export const TryAgainLink = (of: PaymentOfDriver) => <NextLink {...findNextLink(of)} />;

/** Another browser does not have the form: there the link leads to what the payment was for. */
function findNextLink({ payment: { purpose }, reservation, userId }: PaymentOfDriver): NextLinkProps {
  const form = findWaitingForm(userId);
  if (form !== null) return form;
  if (purpose === 'top_up') return toWalletOrReservation(userId, m.action_try_again());
  if (purpose === 'reservation' && reservation?.spaceId) {
    const values = toReserveValues(reservation);
    return { to: paths.reserve(reservation.spaceId), state: { values }, text: m.action_try_again() };
  }
  if (purpose === 'extension' && reservation?.status === 'active') {
    return { to: paths.parkingStatus, state: { reservation }, text: m.payment_see_reservation() };
  }
  return { to: paths.reservations, text: m.payment_see_reservations() };
}

function findWaitingForm(userId: string): NextLinkProps | null {
  const form = readWaitingForm(userId, getNow());
  return form && { to: form.to, state: form.state, text: m.payment_go_on_reserving() };
}

/** To the reservation under way, which can be extended now, else to the wallet. */
const toWalletOrReservation = (userId: string, toWallet: string): NextLinkProps =>
  readSavedReservation(userId, getNow()) === null
    ? { to: paths.wallet, text: toWallet }
    : { to: paths.parkingStatus, text: m.payment_see_reservation() };
