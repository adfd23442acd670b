import { isEqual } from 'date-fns';
import { type ReactNode, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { m } from '#messages';
import { type Cents, parseCents } from '../../../domain/money/cents.ts';
import { toPriceCents } from '../../../domain/money/money-of-cents.ts';
import { Problem } from '../../../domain/problems.ts';
import { formatMoney } from '../../../domain/reservations/money.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { getFirstStart, toPeriod } from '../../../domain/reservations/stay.ts';
import type { Period } from '../../../domain/zones/occupancy.ts';
import { getHourlyRate } from '../../../domain/zones/zone.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { parseStart, toStayValues } from '../arrival/stay-values.ts';
import { isFreeToCancel } from '../free-cancellation.ts';
import { useReserveAvailability } from '../reserve/availability/use-reserve-availability.ts';
import type { ReserveTarget } from '../reserve/data.ts';
import { ReserveHeader } from '../reserve/reserve-header.tsx';
import { ReserveSummary } from '../reserve/reserve-summary.tsx';
import { ReserveVehicle, type VehicleField } from '../reserve/reserve-vehicle.tsx';
import { ReserveWhen } from '../reserve/reserve-when.tsx';
import { useReserveForm } from '../reserve/use-reserve-form.ts';
import { describeSettlement, priceOfChange } from './settlement.ts';
import { SpaceField } from './space-field.tsx';
import { useChange } from './use-change.ts';
import { useReloadTarget } from './use-change-target.ts';

export type ChangeFormProps = {
  reservation: Reservation;
  /** The space that is reserved, with its zone. */
  target: ReserveTarget;
  userId: string | null;
  /** Where the vehicle is chosen; absent where reservations have none of the driver's own. */
  renderVehicle?: (field: VehicleField) => ReactNode;
  /** Whether money moves. */
  isCharged?: boolean;
  /** What a driver can do whose wallet is too low. */
  renderTooLow?: (missing: Cents) => ReactNode;
  onChanged: (reservation: Reservation) => void;
};

/** Time, space and vehicle of a reservation, as they are, to be changed. */
export function ChangeForm({ reservation, target: reserved, userId, onChanged, ...props }: ChangeFormProps) {
  const { renderVehicle, renderTooLow, isCharged = false } = props;
  const [space, setSpace] = useState(reserved.space);
  const target = { ...reserved, space };
  const { form } = useReserveForm({
    paymentMethod: reservation.paymentMethod,
    vehicleId: reservation.vehicle.id,
    filledIn: {
      ...toStayValues(reservation),
      vehicleId: reservation.vehicle.id,
      paymentMethod: reservation.paymentMethod,
    },
  });
  const reloadTarget = useReloadTarget(reservation);
  const { mutate, isBusy, error } = useChange(reservation, {
    userId,
    onChanged,
    onPriceChanged: async () => setSpace(await reloadTarget(space.id)),
  });
  const missing =
    error instanceof Problem && error.key === 'wallet-too-low' && error.values.missing
      ? parseCents(error.values.missing)
      : null;
  const isRejected = error instanceof Problem && error.key === 'space-taken';
  const own = space.id === reservation.parkingSpotId ? toPeriod(reservation) : null;
  const { period, isFree } = useReserveAvailability(form.control, space.id, null, own);
  // Another vehicle alone keeps the price, whatever an hour costs now.
  const hourlyRate = isSamePeriod(period, own)
    ? reservation.price / reservation.durationHours
    : getHourlyRate(space, target.zone);
  const now = useNow();
  const isLate = isCharged && !isFreeToCancel(getFirstStart(reservation), now);
  const isSameSpace = space.id === reservation.parkingSpotId;
  const priceOf = (hours: number) => priceOfChange({ reservation, hourlyRate, hours, isSameSpace, isLate });
  const availability = useRef<HTMLDivElement>(null);

  const submit = form.handleSubmit((values) => {
    const startTime = parseStart(values);
    if (startTime === null) return;
    const vehicleId = renderVehicle && values.vehicleId !== reservation.vehicle.id ? values.vehicleId : null;
    const { hours } = values;
    const amount = toPriceCents(priceOf(hours));
    mutate({ startTime, hours, spaceId: space.id, vehicleId, amount });
  });

  return (
    <FormProvider {...form}>
      <ReserveHeader target={target} />
      <form
        noValidate
        onSubmit={submit}
        aria-busy={isBusy}
        className="flex flex-1 flex-col gap-7 [&_input]:scroll-mb-56"
      >
        <ReserveWhen
          target={target}
          period={period}
          isFree={isFree}
          availabilityRef={availability}
          isFocused={false}
          onTakeSpace={setSpace}
        />
        <SpaceField
          reserved={reserved.space}
          zoneId={reserved.zone.id}
          period={period}
          value={space}
          onChange={setSpace}
        />
        {renderVehicle ? <ReserveVehicle renderVehicle={renderVehicle} /> : null}
        <ReserveSummary
          hourlyRate={hourlyRate}
          priceOf={priceOf}
          error={isRejected ? null : error}
          isBusy={isBusy}
          isTaken={isFree === false}
          confirm={m.change_confirm()}
          before={m.change_price_before({ price: formatMoney(reservation.price) })}
          settle={(total) =>
            describeSettlement({ reservation, total, isCharged }) ?? (isLate ? m.change_nothing_back() : null)
          }
          errorAction={missing === null || isBusy ? null : renderTooLow?.(missing)}
          onShowOffers={() => {
            availability.current?.focus({ preventScroll: true });
            // The summary covers the rest of the screen.
            availability.current?.scrollIntoView({ block: 'start' });
          }}
        />
      </form>
    </FormProvider>
  );
}

function isSamePeriod(period: Period | null, own: Period | null): boolean {
  return period !== null && own !== null && isEqual(period.from, own.from) && isEqual(period.to, own.to);
}
