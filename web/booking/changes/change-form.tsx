import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import type * as z from 'zod';
import { m } from '#messages';
import { countHours, isSamePeriod, type Period } from '../../../domain/days/period.ts';
import { formatMoney, formatMoneyOf, toPriceCents } from '../../../domain/money/money.ts';
import { isProblem } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { getFirstStart } from '../../../domain/reservations/times.ts';
import { getHourlyRate, type Space } from '../../../domain/zones/zone.ts';
import { useChargesDrivers } from '../../data/public-settings.ts';
import { listSpaces } from '../../data/space.ts';
import { DriverPayment, readLastPayment, useChosenPayment } from '../../money/payments/driver-payment.tsx';
import { toPaymentFields } from '../../money/payments/payment-choice.tsx';
import { usePay } from '../../money/payments/use-pay.ts';
import { useKeptForm } from '../../money/payments/waiting-form.ts';
import type { changeState } from '../../navigation-state.ts';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { parsePeriod } from '../arrival/reservation-values.ts';
import { bookingKeys } from '../keys.ts';
import { isFreeToCancel } from '../parking-time.ts';
import { useChangedPrice } from '../rates.ts';
import { type Driver, ReserveVehicle } from '../reserve/form-of-driver.tsx';
import type { ReserveTarget } from '../reserve/new-reservation.ts';
import { ReserveHeader, ReserveSummary } from '../reserve/reserve-summary.tsx';
import { toReserveValues, useReserveForm } from '../reserve/reserve-values.ts';
import { ReserveWhen, useReserveAvailability } from '../reserve/reserve-when.tsx';
import { useReloadTarget } from '../reserve/use-reserve.ts';
import {
  changeReservation,
  describeCredit,
  priceOfChange,
  type ReservationChange,
  useChangeMutation,
} from './reservation-changes.ts';

type FilledIn = Pick<z.infer<typeof changeState>, 'values' | 'space'>;

type ChangeFormProps = {
  reservation: Reservation;
  target: ReserveTarget;
  /** What was filled in before a reload or a payment. */
  filledIn: FilledIn;
  userId: string | null;
  /** Null with sample data, where drivers have no vehicles of their own and no money moves. */
  driver: Driver | null;
  onChanged: (reservation: Reservation) => void;
};

export function ChangeForm({ reservation, target: reserved, filledIn, userId, driver, onChanged }: ChangeFormProps) {
  const isCharged = useChargesDrivers() && driver !== null;
  const [space, setSpace] = useState(filledIn.space ?? reserved.space);
  const target = { ...reserved, space };
  const { form } = useReserveForm(filledIn.values ?? toReserveValues(reservation), true);
  useKeptForm({ space });
  const queryClient = useQueryClient();
  const reloadTarget = useReloadTarget();
  const reloadPrice = async (failure: Error) => {
    if (!isProblem(failure, 'price-changed')) return;
    // The other spaces to choose from may cost something else too.
    void queryClient.invalidateQueries({ queryKey: bookingKeys.availability() });
    try {
      const [chosen] = await Promise.all([space.id, reservation.spaceId].map(reloadTarget));
      setSpace(chosen?.space ?? space);
    } catch (cause) {
      logWarning('The new price was not loaded', cause);
    }
  };
  const changing = useChangeMutation({
    userId,
    seen: reservation,
    change: (change: ReservationChange) => changeReservation(reservation, change),
    done: () => m.change_done(),
    onChanged,
    onFailed: reloadPrice,
  });
  const [payment, setPayment] = useChosenPayment(userId === null ? { method: 'wallet' } : readLastPayment(userId));
  const paying = useAction(usePay(), { isOnce: true, onError: reloadPrice });
  const isBusy = changing.isBusy || paying.isBusy;
  const error = paying.error ?? changing.error;
  const isRejected = isProblem(error, 'space-taken');
  const isSameSpace = space.id === reservation.spaceId;
  const availability = useReserveAvailability(form.control, target, null, reservation);
  const vehicleId = useWatch({ control: form.control, name: 'vehicleId' });
  const rated = useChangedPrice(reservation, reserved.space, {
    space,
    zoneId: reserved.zone.id,
    startsAt: availability.period?.startsAt ?? null,
    vehicleType: (driver?.vehicles.find(({ id }) => id === vehicleId) ?? reservation.vehicle).type,
    hourlyRate: getHourlyRate(space, target.zone),
  });
  // On the same space at the same time the price stays, whatever an hour costs now.
  const keepsPrice = isSameSpace && isSamePeriod(availability.period, reservation) && rated.keepsTable;
  const hourlyRate = keepsPrice ? reservation.price / countHours(reservation) : getHourlyRate(space, target.zone);
  const now = useNow();
  const isLate = isCharged && !isFreeToCancel(getFirstStart(reservation), now);
  const priceOf = (hours: number) => {
    const quoted = keepsPrice ? null : rated.priceOf?.(hours);
    return priceOfChange({ reservation, hourlyRate, hours, isSameSpace, isLate, quoted });
  };
  const added = availability.period === null ? 0 : priceOf(countHours(availability.period)) - reservation.price;
  const toPay = isCharged && added > 0 ? toPriceCents(added) : null;

  const submit = form.handleSubmit((values) => {
    const period = parsePeriod(values);
    if (period === null) return;
    const vehicleId = driver && values.vehicleId !== reservation.vehicle.id ? values.vehicleId : null;
    const fields = toPay === null ? null : toPaymentFields(payment);
    if (toPay === null || fields === null) {
      return changing.mutate({ ...period, spaceId: space.id, vehicleId, amount: toPriceCents(priceOf(values.hours)) });
    }
    paying.mutate({
      ...fields,
      purpose: 'change',
      reservation: reservation.id,
      space: space.id,
      amount: toPay,
      start: period.startsAt.toISOString(),
      end: period.endsAt.toISOString(),
      ...(vehicleId === null ? {} : { vehicle: vehicleId }),
    });
  });

  return (
    <FormProvider {...form}>
      <ReserveHeader target={target} />
      <form noValidate onSubmit={submit} aria-busy={isBusy} className="flex flex-1 flex-col gap-7">
        <ReserveWhen target={target} availability={availability} isFocused={false} onTakeSpace={setSpace} />
        <SpaceField
          reserved={reserved.space}
          zoneId={reserved.zone.id}
          period={availability.period}
          value={space}
          onChange={setSpace}
        />
        {driver ? <ReserveVehicle {...driver} /> : null}
        {driver && toPay !== null ? (
          <DriverPayment userId={driver.userId} value={payment} onChange={setPayment} total={toPay} />
        ) : null}
        <ReserveSummary
          hourlyRate={hourlyRate}
          priceOf={priceOf}
          linesOf={
            rated.linesOf &&
            ((hours) => (rated.priceOf?.(hours) === priceOf(hours) ? (rated.linesOf?.(hours) ?? []) : []))
          }
          error={isRejected ? null : error}
          isBusy={isBusy}
          availability={availability}
          confirm={toPay === null ? m.change_confirm() : m.change_confirm_amount({ amount: formatMoneyOf(toPay) })}
          before={m.change_price_before({ price: formatMoney(reservation.price) })}
          settle={(total) => describeCredit(reservation, total) ?? (isLate ? m.change_nothing_back() : null)}
        />
      </form>
    </FormProvider>
  );
}

type ChosenSpace = ReserveTarget['space'];

type SpaceFieldProps = {
  reserved: ChosenSpace;
  zoneId: string;
  /** The time in the form when it can be booked. */
  period: Period | null;
  value: ChosenSpace;
  onChange: (space: ChosenSpace) => void;
};

/** The spaces of the zone that are free for the time in the form, and the one that is reserved. */
function SpaceField({ reserved, zoneId, period, value, onChange }: SpaceFieldProps) {
  const { data } = useQuery({
    queryKey: bookingKeys.availability('spaces', zoneId, period),
    queryFn: () => listSpaces(zoneId, period),
    enabled: period !== null,
    placeholderData: (previous) => previous,
  });
  const free = (data?.rows ?? []).filter(({ id, status }) => status === 'available' && id !== reserved.id);
  const offered: ChosenSpace[] = [reserved, ...free];
  // The chosen space may be taken at another time; the form says so.
  const options = offered.some(({ id }) => id === value.id) ? offered : [...offered, value];
  return (
    <FormSection title={m.reserve_space()}>
      <SelectField
        label={m.change_space()}
        options={options.map((space) => ({ value: space.id, label: formatOption(space, reserved) }))}
        value={value.id}
        onChange={({ target }) => onChange(options.find(({ id }) => id === target.value) ?? reserved)}
      />
    </FormSection>
  );
}

function formatOption({ id, name }: Pick<Space, 'id' | 'name'>, reserved: ChosenSpace): string {
  return id === reserved.id ? m.change_space_reserved({ space: name }) : name;
}
