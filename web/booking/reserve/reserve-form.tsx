import { type ReactNode, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { describeProblem, Problem } from '../../../domain/problems.ts';
import type { PaymentMethod } from '../../../domain/reservations/payment.ts';
import { calculatePrice } from '../../../domain/reservations/price.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import type { Vehicle } from '../../../domain/reservations/vehicle.ts';
import { getHourlyRate, type Space } from '../../../domain/zones/zone.ts';
import { chosenArrival } from '../arrival/chosen-arrival.ts';
import { parseStart } from '../arrival/stay-values.ts';
import { useReserveAvailability } from './availability/use-reserve-availability.ts';
import type { ReserveTarget } from './data.ts';
import { createIdempotencyKeys } from './idempotency-key.ts';
import { LivePayment, type PaymentField } from './live-payment.tsx';
import { ReservePayment } from './reserve-payment.tsx';
import { ReserveSummary } from './reserve-summary.tsx';
import type { ReserveValues } from './reserve-values.ts';
import { ReserveVehicle, type VehicleField } from './reserve-vehicle.tsx';
import { ReserveWhen } from './reserve-when.tsx';
import { StartNote } from './start-note.tsx';
import { type PayHeld, useReserve } from './use-reserve.ts';
import { useReserveForm } from './use-reserve-form.ts';

export type ReserveFormProps = {
  target: ReserveTarget;
  /** The payment method to start with. */
  paymentMethod: PaymentMethod;
  /** To choose from; the first one is chosen at the start. */
  vehicles: readonly Vehicle[];
  /** Where one is chosen. */
  renderVehicle: (field: VehicleField) => ReactNode;
  /** What was filled in for another space. */
  initialValues?: ReserveValues | undefined;
  /** Where it is chosen how to pay; absent with sample data, where no money moves. */
  renderPayment?: (field: PaymentField) => ReactNode;
  /** Called with a reservation that is held for its payment; absent with sample data. */
  payHeld?: PayHeld;
  onReserved: (reservation: Reservation) => void;
  /** Called with another space of the zone that is free for the time in the form. */
  onTakeSpace: (space: Space, values: ReserveValues) => void;
};

/** When, with which vehicle and how it is paid; then the price and the button that books. */
export function ReserveForm({ target, paymentMethod, vehicles, initialValues, ...props }: ReserveFormProps) {
  const { renderVehicle, renderPayment, payHeld, onReserved, onTakeSpace } = props;
  const { space, zone } = target;
  const [keys] = useState(() => createIdempotencyKeys(() => crypto.randomUUID()));
  const isCharged = payHeld !== undefined;
  const { form, arrival, startNow } = useReserveForm({
    paymentMethod,
    vehicleId: vehicles[0]?.id ?? '',
    filledIn: initialValues,
  });
  const { mutate, isBusy, error, variables } = useReserve({
    onReserved: (reservation) => {
      // The next form starts now again.
      chosenArrival.remove();
      onReserved(reservation);
    },
    payHeld,
    onHoldReleased: keys.forget,
    renewId: keys.renew,
  });
  const isRejected = error instanceof Problem && error.key === 'space-taken';
  const uncertain = error && !isRejected ? (variables ?? null) : null;
  const { period, isFree } = useReserveAvailability(form.control, space.id, uncertain);
  const availability = useRef<HTMLDivElement>(null);
  const hourlyRate = getHourlyRate(space, zone);

  const submit = form.handleSubmit((values) => {
    const startTime = parseStart(values);
    if (startTime === null) return;
    const vehicle = vehicles.find(({ id }) => id === values.vehicleId);
    // It was removed meanwhile.
    if (vehicle === undefined) {
      return form.setError('vehicleId', { message: describeProblem('vehicle-required') }, { shouldFocus: true });
    }
    const { hours } = values;
    const heldFor = isCharged && values.paymentMethod !== 'wallet' ? `${values.paymentMethod} ${vehicle.id}` : '';
    mutate({
      id: keys.getKey({ spaceId: space.id, startTime, hours, heldFor }),
      spaceId: space.id,
      startTime,
      hours,
      total: calculatePrice({ hourlyRate, hours }),
      vehicle,
      paymentMethod: values.paymentMethod,
      isCharged,
    });
  });

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={submit}
        aria-busy={isBusy}
        className="flex flex-1 flex-col gap-7 [&_input]:scroll-mb-56"
      >
        <StartNote arrival={arrival} onStartNow={startNow} />
        <ReserveWhen
          target={target}
          period={period}
          isFree={isFree}
          availabilityRef={availability}
          isFocused={initialValues !== undefined}
          onTakeSpace={(other) => onTakeSpace(other, form.getValues())}
        />
        <ReserveVehicle renderVehicle={renderVehicle} />
        {renderPayment ? <LivePayment hourlyRate={hourlyRate} renderPayment={renderPayment} /> : <ReservePayment />}
        <ReserveSummary
          hourlyRate={hourlyRate}
          // The toast and the way out of a conflict say enough.
          error={isRejected ? null : error}
          isBusy={isBusy}
          isTaken={isFree === false}
          isCharged={isCharged}
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
