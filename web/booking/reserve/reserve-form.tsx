import { millisecondsInMinute } from 'date-fns/constants';
import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import { m } from '#messages';
import type { Period } from '../../../domain/days/period.ts';
import { describeProblem, isProblem } from '../../../domain/problems.ts';
import type { PaymentMethod, Reservation, Vehicle } from '../../../domain/reservations/reservation.ts';
import { getHourlyRate, type Space } from '../../../domain/zones/zone.ts';
import { toVehicle } from '../../account/vehicles/vehicles.ts';
import { Button } from '../../ui/form/button.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { chosenArrival } from '../arrival/chosen-arrival.tsx';
import { parsePeriod, parseStart, toStartValues } from '../arrival/reservation-values.ts';
import { formatTimeLeftOf } from '../parking-time.ts';
import { useStayPrice } from '../rates.ts';
import { findReservationTotal } from '../reservation-price.tsx';
import {
  FormOfDriver,
  PaymentToOperator,
  ReservePayment,
  type ReservePaymentProps,
  ReserveVehicle,
} from './form-of-driver.tsx';
import type { ReserveTarget } from './new-reservation.ts';
import { ReserveSummary } from './reserve-summary.tsx';
import {
  createReserveValues,
  findBookablePeriod,
  keepVehicle,
  type ReserveValues,
  useReserveForm,
} from './reserve-values.ts';
import { ReserveWhen, useReserveAvailability } from './reserve-when.tsx';
import { useReserve } from './use-reserve.ts';

export type ReserveFormProps = {
  target: ReserveTarget;
  paymentMethod: PaymentMethod;
  /** What was filled in for another space. */
  initialValues?: ReserveValues | undefined;
  onReserved: (reservation: Reservation) => void;
  /** Called with another space of the zone that is free for the time in the form. */
  onTakeSpace: (space: Space, values: ReserveValues) => void;
};

/** The form of a driver, with their vehicles and what they pay with. */
export function ReserveForm(props: ReserveFormProps) {
  return (
    <FormOfDriver title={m.reserve_needs_log_in()}>
      {({ userId, vehicles }) => (
        <BookingForm
          {...props}
          payerId={userId}
          vehicles={vehicles.map(toVehicle)}
          vehicleChoice={<ReserveVehicle userId={userId} vehicles={vehicles} />}
          renderPayment={(payment) =>
            payment ? <ReservePayment userId={userId} {...payment} /> : <PaymentToOperator />
          }
        />
      )}
    </FormOfDriver>
  );
}

type BookingFormProps = ReserveFormProps & {
  /** Whose money may move; null where none does. */
  payerId: string | null;
  vehicles: readonly Vehicle[];
  vehicleChoice: ReactNode;
  /** Called with null where nothing is charged. */
  renderPayment: (payment: Omit<ReservePaymentProps, 'userId'> | null) => ReactNode;
};

/** When, with which vehicle and how it is paid; then the price and the button that books. */
export function BookingForm({ target, paymentMethod, initialValues, payerId, vehicles, ...props }: BookingFormProps) {
  const { onReserved, onTakeSpace, vehicleChoice, renderPayment } = props;
  const { space, zone } = target;
  const { form, arrival, startNow } = useReserveForm(
    initialValues
      ? keepVehicle(initialValues, vehicles)
      : createReserveValues(getNow(), { vehicleId: vehicles[0]?.id ?? '', paymentMethod }),
    initialValues !== undefined,
  );
  const { mutate, isBusy, error, problem, variables, payment } = useReserve({
    userId: payerId,
    saysTaken: true,
    initialPayment: initialValues?.paymentMethod ?? paymentMethod,
    onReserved: (reservation) => {
      // The next form starts now again.
      chosenArrival.remove();
      onReserved(reservation);
    },
  });
  const uncertain = error && !isProblem(error, 'space-taken') ? (variables ?? null) : null;
  const availability = useReserveAvailability(form.control, target, uncertain);
  const hourlyRate = getHourlyRate(space, zone);
  const [date, time, vehicleId] = useWatch({ control: form.control, name: ['date', 'time', 'vehicleId'] });
  const vehicleType = vehicles.find(({ id }) => id === vehicleId)?.type ?? null;
  const startsAt = parseStart({ date, time });
  const price = useStayPrice({ space, zoneId: zone.id, startsAt, vehicleType, hourlyRate });

  const submit = form.handleSubmit((values) => {
    const period = parsePeriod(values);
    if (period === null) return;
    const vehicle = vehicles.find(({ id }) => id === values.vehicleId);
    // The vehicle was removed meanwhile.
    if (vehicle === undefined) {
      return form.setError('vehicleId', { message: describeProblem('vehicle-required') }, { shouldFocus: true });
    }
    const total = findReservationTotal({ hourlyRate, hours: values.hours, ...price });
    if (total === null) return;
    mutate({ spaceId: space.id, ...period, total, vehicle, paymentMethod: values.paymentMethod });
  });

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} aria-busy={isBusy} className="flex flex-1 flex-col gap-7">
        <StartNote arrival={arrival} onStartNow={startNow} />
        <ReserveWhen
          target={target}
          availability={availability}
          isFocused={initialValues !== undefined}
          onTakeSpace={(other) => onTakeSpace(other, form.getValues())}
        />
        {vehicleChoice}
        {renderPayment(payment && { hourlyRate, ...price, ...payment })}
        <ReserveSummary
          hourlyRate={hourlyRate}
          {...price}
          error={problem}
          isBusy={isBusy}
          availability={availability}
          isCharged={payment !== null}
          overstay={zone.overstay}
        />
      </form>
    </FormProvider>
  );
}

/** The form says so when its reservation began longer ago than this. */
const NOTED_AGE_MS = 5 * millisecondsInMinute;

/** Says that the reservation does not start now, so that nobody pays for hours or books a day by mistake. */
function StartNote({ arrival, onStartNow }: { arrival: Period | null; onStartNow: () => void }) {
  const now = useNow();
  const { control } = useFormContext<ReserveValues>();
  const [date, time, hours] = useWatch({ control, name: ['date', 'time', 'hours'] });
  const period = findBookablePeriod({ date, time, hours }, now);
  const isUnderWay = period !== null && now.getTime() - period.startsAt.getTime() >= NOTED_AGE_MS;
  const start = arrival && toStartValues(arrival.startsAt);
  if (!isUnderWay && (start?.date !== date || start.time !== time)) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-brand-wash py-1.5 pr-1.5 pl-4 text-brand-ink">
      <CalendarClock aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-[1_1_9rem] py-1 font-semibold tabular-nums">
        {isUnderWay ? formatTimeLeftOf(period, now) : m.reserve_starts_with_arrival()}
      </p>
      <Button variant="secondary" className="shrink-0 px-4" onClick={onStartNow}>
        {m.reserve_start_now()}
      </Button>
    </div>
  );
}
