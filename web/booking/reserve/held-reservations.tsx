import { useQuery } from '@tanstack/react-query';
import { millisecondsInSecond } from 'date-fns/constants';
import { CreditCard, Hourglass } from 'lucide-react';
import { m } from '#messages';
import { formatMoney, toPriceCents } from '../../../domain/money/money.ts';
import { formatPlace, type Reservation, toChargeMethod } from '../../../domain/reservations/reservation.ts';
import { findOpenPayment } from '../../money/payments/payments.ts';
import { usePay, useResumePayment } from '../../money/payments/use-pay.ts';
import { Button, type ButtonProps } from '../../ui/form/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { Card } from '../../ui/layout/card.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { formatMinutesAndSeconds } from '../../ui/platform/format-time.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { bookingKeys, RESERVATION_CHANGES } from '../keys.ts';
import { listHeldReservations, releaseHold } from '../lists/reservations-of-driver.ts';
import { formatStartAndEnd } from '../parking-time.ts';

const REFRESH_MS = 10 * millisecondsInSecond;

/** The reservations of a driver that wait for their payment, to be paid or given up, without those whose time is over. */
export function HeldReservations({ userId }: { userId: string }) {
  const now = useNow();
  const { data } = useQuery({
    queryKey: bookingKeys.reservations(userId, 'held'),
    queryFn: () => listHeldReservations(userId, getNow()),
    refetchInterval: ({ state }) => (state.data?.count ? REFRESH_MS : false),
  });
  return data?.rows
    .filter(({ heldUntil }) => heldUntil && heldUntil > now)
    .map((reservation) => <HeldReservationCard key={reservation.id} reservation={reservation} />);
}

function PayButton({ reservation }: { reservation: Reservation }) {
  const pay = usePay();
  const resume = useResumePayment();
  const { mutate, isBusy } = useAction(
    async () => {
      const open = await findOpenPayment(reservation.id);
      if (open !== null) return resume.mutateAsync(open);
      const method = toChargeMethod(reservation.paymentMethod);
      if (method === 'wallet') throw new Error('What the wallet pays is never held');
      return pay({
        method,
        purpose: 'reservation',
        reservation: reservation.id,
        amount: toPriceCents(reservation.price),
      });
    },
    { isOnce: true },
  );
  return (
    <Button icon={CreditCard} className="grow" onClick={() => mutate()} disabled={isBusy}>
      {isBusy ? m.payment_leaving() : m.held_reservation_pay()}
    </Button>
  );
}

/** A reservation that waits for its payment, and for how long its space is held. */
function HeldReservationCard({ reservation }: { reservation: Reservation }) {
  const left = (reservation.heldUntil?.getTime() ?? 0) - useNow().getTime();
  return (
    <Card className="flex flex-col gap-3 border-brand-ink">
      <p className="flex items-center gap-2 font-semibold text-brand-ink tabular-nums">
        <Hourglass aria-hidden="true" className="size-5 shrink-0" />
        {m.held_reservation_waiting({ time: formatMinutesAndSeconds(left) })}
      </p>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-lg font-bold wrap-anywhere">{formatPlace(reservation)}</p>
        <p className="text-lg font-extrabold tabular-nums">{formatMoney(reservation.price)}</p>
        <p className="w-full text-sm text-muted tabular-nums">{formatStartAndEnd(reservation)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <PayButton reservation={reservation} />
        <GiveUpButton reservationId={reservation.id} className="grow" />
      </div>
    </Card>
  );
}

type GiveUpButtonProps = Omit<ButtonProps, 'onClick'> & { reservationId: string; onGivenUp?: () => void };

/** Frees the space of a reservation that is not paid after all. */
export function GiveUpButton({ reservationId, onGivenUp, ...button }: GiveUpButtonProps) {
  const { mutate, isPending } = useAction(() => releaseHold(reservationId), {
    invalidates: RESERVATION_CHANGES,
    onSuccess: () => onGivenUp?.(),
  });
  return (
    <Button variant="secondary" {...button} onClick={() => mutate()} disabled={isPending}>
      {isPending ? m.payment_giving_up() : m.payment_give_up()}
    </Button>
  );
}
