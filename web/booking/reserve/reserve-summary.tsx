import { CalendarCheck, CircleX, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import type { PaymentMethod } from '../../../domain/reservations/payment.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import type { ReservationValues } from '../arrival/reservation-values.ts';
import { describeFreeCancellation, isFreeToCancel } from '../free-cancellation.ts';
import { findReservationTotal, ReservationPrice } from '../reservation-price.tsx';
import { findBookableReservation, type ReserveValues } from './reserve-values.ts';

type ReserveSummaryProps = {
  /** In the operator's currency. */
  hourlyRate: number;
  /** For so many hours, in the operator's currency, where it is not the rate alone that decides. */
  priceOf?: (hours: number) => number;
  error: Error | null;
  isBusy: boolean;
  /** The space is not free for the time in the form. */
  isTaken: boolean;
  /** The text of the button. */
  confirm?: string;
  /** What it cost before, of a reservation that is changed. */
  before?: string;
  /** What becomes of the difference to before. */
  settle?: (total: number) => string | null;
  /** What a driver can do about the error. */
  errorAction?: ReactNode;
  /** Whether money moves. */
  isCharged?: boolean;
  /** Brings into view what the driver can do then. */
  onShowOffers: () => void;
};

/** The price, until when it can be cancelled, and the button that books; always in reach of the thumb. */
export function ReserveSummary({ hourlyRate, error, isBusy, isTaken, onShowOffers, ...texts }: ReserveSummaryProps) {
  const { confirm = m.reserve_confirm(), before, settle, errorAction, isCharged = false, priceOf } = texts;
  const { control } = useFormContext<ReserveValues>();
  const [date, time, hours, method] = useWatch({ control, name: ['date', 'time', 'hours', 'paymentMethod'] });
  const total = findReservationTotal({ hourlyRate, hours, priceOf });

  const settlement = total === null ? null : settle?.(total);
  return (
    <ActionBar>
      {error ? <ErrorNote>{toErrorMessage(error)}</ErrorNote> : null}
      {errorAction}
      <ReservationPrice hourlyRate={hourlyRate} hours={hours} before={before} priceOf={priceOf} />
      {settlement ? <p className="text-sm font-semibold">{settlement}</p> : null}
      {isTaken ? (
        <TakenNote onShowOffers={onShowOffers} />
      ) : (
        <Cancellation reservation={{ date, time, hours }} refund={isCharged && total ? describeRefund(method) : null} />
      )}
      <Button type="submit" disabled={isBusy || isTaken} className="w-full tracking-wide">
        {isBusy ? m.status_loading() : confirm}
      </Button>
    </ActionBar>
  );
}

/** The offers may be out of sight above. */
function TakenNote({ onShowOffers }: { onShowOffers: () => void }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 text-sm">
      <span className="flex gap-2 font-semibold text-danger">
        <CircleX aria-hidden="true" className="size-5 shrink-0" />
        {m.reserve_taken_note()}
      </span>
      <Button variant="quiet" size="small" className="-mr-2 px-2!" onClick={onShowOffers}>
        {m.reserve_see_offers()}
      </Button>
    </p>
  );
}

/** Where the money goes back to. */
const describeRefund = (method: PaymentMethod): string =>
  method === 'wallet' ? m.reserve_refund_to_wallet() : m.reserve_refund_to_source();

type CancellationProps = {
  reservation: ReservationValues;
  /** What is added where it can be cancelled. */
  refund: string | null;
};

function Cancellation({ reservation, refund }: CancellationProps) {
  const now = useNow();
  const { startTime: start } = findBookableReservation(reservation, now);
  if (start === null) return null;
  const isAhead = start > now;
  const Icon = isFreeToCancel(start, now) ? CalendarCheck : Info;
  return (
    <p className="flex gap-2 text-sm text-muted">
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0">
        <span>{isAhead ? describeFreeCancellation(start, now) : m.reserve_starts_right_away()}</span>
        {refund !== null && isAhead && isFreeToCancel(start, now) ? <span> {refund}</span> : null}
      </span>
    </p>
  );
}
