import { CalendarCheck, CircleX, Info, MapPin } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#messages';
import { countHours } from '../../../domain/days/period.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import { describeProblem } from '../../../domain/problems.ts';
import { formatAddress, type PaymentMethod, toChargeMethod } from '../../../domain/reservations/reservation.ts';
import { getHourlyRate } from '../../../domain/zones/zone.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import type { ReservationValues } from '../arrival/reservation-values.ts';
import { OverstayNote } from '../overstay-notes.tsx';
import { describeFreeCancellation, formatHours, isFreeToCancel } from '../parking-time.ts';
import type { StayPrice } from '../rates.ts';
import { Calculation, findReservationTotal, useIncludedTax } from '../reservation-price.tsx';
import type { ReserveTarget } from './new-reservation.ts';
import { findBookablePeriod, type ReserveValues } from './reserve-values.ts';
import { OwnReservation, type useReserveAvailability } from './reserve-when.tsx';

type ReserveSummaryProps = StayPrice & {
  hourlyRate: number;
  error: Error | null;
  isBusy: boolean;
  availability: ReturnType<typeof useReserveAvailability>;
  confirm?: string;
  /** Says what a reservation cost before its change. */
  before?: string;
  /** Says what happens to the difference from the price before. */
  settle?: (total: number) => string | null;
  isCharged?: boolean;
  overstay?: ReserveTarget['zone']['overstay'];
};

function describeCancelling(start: Date, now: Date): string {
  if (start <= now) return m.reserve_no_cancel();
  return isFreeToCancel(start, now) ? m.reserve_can_cancel() : m.reserve_no_free_cancel();
}

/** How the price comes about and until when it can be cancelled; then the total and the button, always in reach of the thumb. */
export function ReserveSummary({ hourlyRate, error, isBusy, availability, ...texts }: ReserveSummaryProps) {
  const { confirm = m.reserve_confirm(), before, settle, isCharged = false, priceOf, linesOf } = texts;
  const { booked, closing, spaceId } = availability;
  const isTaken = availability.isFree === false;
  const { control } = useFormContext<ReserveValues>();
  const [date, time, hours, method] = useWatch({ control, name: ['date', 'time', 'hours', 'paymentMethod'] });
  const total = findReservationTotal({ hourlyRate, hours, priceOf });

  const now = useNow();
  const period = findBookablePeriod({ date, time, hours }, now);
  const terms =
    period &&
    [
      formatHours(countHours(period)),
      isCharged && total ? m[`payment_${toChargeMethod(method)}` as const]() : null,
      describeCancelling(period.startsAt, now),
    ]
      .filter(Boolean)
      .join(' · ');
  const settlement = total === null ? null : settle?.(total);
  const tax = useIncludedTax(total);
  return (
    <>
      <div className="-mt-2 flex flex-col gap-2 pb-2">
        {total === null ? null : <Calculation hourlyRate={hourlyRate} hours={hours} linesOf={linesOf} after={tax} />}
        <OverstayNote terms={texts.overstay} />
        {before ? <p className="text-sm text-muted tabular-nums">{before}</p> : null}
        {settlement ? <p className="text-sm font-semibold">{settlement}</p> : null}
        {isTaken ? null : (
          <Cancellation
            reservation={{ date, time, hours }}
            refund={isCharged && total ? describeRefund(method) : null}
          />
        )}
      </div>
      <ActionBar className="pt-3! pb-[max(12px,env(safe-area-inset-bottom))]!">
        {error ? <ErrorNote error={error} /> : null}
        {isTaken ? <TakenNote onShowOffers={availability.show} /> : null}
        <div role="status" className="text-sm font-semibold empty:hidden">
          {booked && <OwnReservation reservation={booked} isSameSpace={booked.spaceId === spaceId} />}
        </div>
        {terms === null ? null : <p className="-mb-1 text-sm text-muted tabular-nums">{terms}</p>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <p className="flex items-baseline gap-x-2 whitespace-nowrap">
            <span className="text-sm font-semibold">{m.reservation_total()}</span>
            <output className="text-xl font-extrabold tracking-tight tabular-nums">
              {total === null ? '–' : formatMoney(total)}
            </output>
          </p>
          <Button
            type="submit"
            disabled={isBusy || isTaken || booked !== null || closing !== null}
            className="flex-[1_0_auto] px-3! tracking-wide"
          >
            {isBusy ? m.status_loading() : confirm}
          </Button>
        </div>
      </ActionBar>
    </>
  );
}

/** The offers may be out of sight above. */
function TakenNote({ onShowOffers }: { onShowOffers: () => void }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 text-sm">
      <span className="flex gap-2 font-semibold text-danger">
        <CircleX aria-hidden="true" className="size-5 shrink-0" />
        {describeProblem('space-taken')}
      </span>
      <Button variant="quiet" size="small" className="-mr-2 px-2!" onClick={onShowOffers}>
        {m.reserve_see_offers()}
      </Button>
    </p>
  );
}

const describeRefund = (method: PaymentMethod): string =>
  method === 'wallet' ? m.reserve_refund_to_wallet() : m.reserve_refund_to_source();

type CancellationProps = {
  reservation: ReservationValues;
  /** Follows the sentence about cancelling, where that is free. */
  refund: string | null;
};

function Cancellation({ reservation, refund }: CancellationProps) {
  const now = useNow();
  const start = findBookablePeriod(reservation, now)?.startsAt;
  if (start === undefined) return null;
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

/** Stands in the place of the form until its space has loaded. */
export const RESERVE_LOADING = (
  <SkeletonList label={m.reserve_loading()} shapes={['h-24', 'h-40', 'h-32', 'h-24']} className="gap-6 pt-1" />
);

/** The space that a form is for: its name, zone, address and rate. */
export function ReserveHeader({ target: { space, zone } }: { target: ReserveTarget }) {
  const rate = getHourlyRate(space, zone);
  return (
    <section
      aria-label={m.reserve_space()}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-brand p-4 text-on-brand"
    >
      <span
        aria-hidden="true"
        className="flex size-14 shrink-0 items-center justify-center rounded-control bg-on-brand text-[30px] font-extrabold text-lime"
      >
        P
      </span>
      <div className="min-w-0 flex-[1_1_8rem]">
        <h2 className="text-lg leading-tight font-bold">{space.name}</h2>
        <p className="font-medium wrap-break-word">{zone.name}</p>
      </div>
      <p className="ml-auto shrink-0 self-start text-right">
        <span className="block text-xl leading-tight font-extrabold tabular-nums">
          {space.hasRates ? m.money_from_rate({ rate: formatMoney(rate) }) : formatMoney(rate)}
        </span>
        <span className="text-sm">{m.reserve_per_hour()}</span>
      </p>
      <p className="flex basis-full gap-1 text-sm wrap-anywhere">
        <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {formatAddress({ address: space.location || zone.address })}
      </p>
    </section>
  );
}
