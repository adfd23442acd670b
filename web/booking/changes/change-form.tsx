import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { m } from '#messages';
import { countHours, isSamePeriod, type Period } from '../../../domain/days/period.ts';
import { parseCents } from '../../../domain/money/cents.ts';
import { formatMoney, toPriceCents } from '../../../domain/money/money.ts';
import { isProblem } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { getFirstStart } from '../../../domain/reservations/times.ts';
import { getHourlyRate, type Space } from '../../../domain/zones/zone.ts';
import { useChargesDrivers } from '../../data/public-settings.ts';
import { listSpaces } from '../../data/space.ts';
import { ShortNote } from '../../money/payments/top-up-form.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { logWarning } from '../../ui/platform/log.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { parsePeriod } from '../arrival/reservation-values.ts';
import { bookingKeys } from '../keys.ts';
import { isFreeToCancel } from '../parking-time.ts';
import { type Driver, ReserveVehicle } from '../reserve/driver-parts.tsx';
import type { ReserveTarget } from '../reserve/new-reservation.ts';
import { ReserveHeader, ReserveSummary } from '../reserve/reserve-summary.tsx';
import { toReserveValues, useReserveForm } from '../reserve/reserve-values.ts';
import { ReserveWhen, useReserveAvailability } from '../reserve/reserve-when.tsx';
import { useReloadTarget } from '../reserve/use-reserve.ts';
import {
  changeReservation,
  describeSettlement,
  priceOfChange,
  type ReservationChange,
  useChangeMutation,
} from './reservation-changes.ts';

type ChangeFormProps = {
  reservation: Reservation;
  target: ReserveTarget;
  userId: string | null;
  /** Null with sample data, where drivers have no vehicles of their own and no money moves. */
  driver: Driver | null;
  onChanged: (reservation: Reservation) => void;
};

export function ChangeForm({ reservation, target: reserved, userId, driver, onChanged }: ChangeFormProps) {
  const isCharged = useChargesDrivers() && driver !== null;
  const [space, setSpace] = useState(reserved.space);
  const target = { ...reserved, space };
  const { form } = useReserveForm(toReserveValues(reservation), true);
  const queryClient = useQueryClient();
  const reloadTarget = useReloadTarget();
  const { mutate, isBusy, error } = useChangeMutation({
    userId,
    seen: reservation,
    change: (change: ReservationChange) => changeReservation(reservation, change),
    done: () => m.change_done(),
    onChanged,
    onFailed: async (failure) => {
      if (!isProblem(failure, 'price-changed')) return;
      // The other spaces to choose from may cost something else too.
      void queryClient.invalidateQueries({ queryKey: bookingKeys.availability() });
      try {
        const [chosen] = await Promise.all([space.id, reservation.spaceId].map(reloadTarget));
        setSpace(chosen?.space ?? space);
      } catch (cause) {
        logWarning('The new price was not loaded', cause);
      }
    },
  });
  const missing = isProblem(error, 'wallet-too-low') && error.values.missing ? parseCents(error.values.missing) : null;
  const isRejected = isProblem(error, 'space-taken');
  const own = space.id === reservation.spaceId ? reservation : null;
  const availability = useReserveAvailability(form.control, space.id, null, own);
  // Another vehicle alone keeps the price, whatever an hour costs now.
  const hourlyRate =
    own !== null && isSamePeriod(availability.period, own)
      ? reservation.price / countHours(reservation)
      : getHourlyRate(space, target.zone);
  const now = useNow();
  const isLate = isCharged && !isFreeToCancel(getFirstStart(reservation), now);
  const isSameSpace = space.id === reservation.spaceId;
  const priceOf = (hours: number) => priceOfChange({ reservation, hourlyRate, hours, isSameSpace, isLate });

  const submit = form.handleSubmit((values) => {
    const period = parsePeriod(values);
    if (period === null) return;
    const vehicleId = driver && values.vehicleId !== reservation.vehicle.id ? values.vehicleId : null;
    mutate({ ...period, spaceId: space.id, vehicleId, amount: toPriceCents(priceOf(values.hours)) });
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
        <ReserveSummary
          hourlyRate={hourlyRate}
          priceOf={priceOf}
          error={isRejected ? null : error}
          isBusy={isBusy}
          availability={availability}
          confirm={m.change_confirm()}
          before={m.change_price_before({ price: formatMoney(reservation.price) })}
          settle={(total) =>
            describeSettlement({ reservation, total, isCharged }) ?? (isLate ? m.change_nothing_back() : null)
          }
          errorAction={
            missing === null || isBusy || driver === null ? null : (
              <ShortNote userId={driver.userId} missing={missing} />
            )
          }
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
