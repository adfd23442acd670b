import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { PaymentMethod } from '../../../domain/reservations/payment.ts';
import { calculatePrice } from '../../../domain/reservations/price.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { SAMPLE_VEHICLES } from '../../../domain/reservations/vehicle.ts';
import { getHourlyRate } from '../../../domain/zones/zone.ts';
import { chosenArrival } from '../arrival/chosen-arrival.ts';
import { parseStart } from '../arrival/stay-values.ts';
import type { ReserveTarget } from './data.ts';
import { createIdempotencyKeys } from './idempotency-key.ts';
import { ReservePayment } from './reserve-payment.tsx';
import { ReserveSummary } from './reserve-summary.tsx';
import { ReserveVehicle } from './reserve-vehicle.tsx';
import { ReserveWhen } from './reserve-when.tsx';
import { StartNote } from './start-note.tsx';
import { useReserve } from './use-reserve.ts';
import { useReserveForm } from './use-reserve-form.ts';

type ReserveFormProps = {
  target: ReserveTarget;
  /** The payment method to start with. */
  paymentMethod: PaymentMethod;
  onReserved: (reservation: Reservation) => void;
};

/** When, with which vehicle and how it is paid; then the price and the button that books. */
export function ReserveForm({ target: { space, zone }, paymentMethod, onReserved }: ReserveFormProps) {
  const [getIdempotencyKey] = useState(() => createIdempotencyKeys(() => crypto.randomUUID()));
  const { form, startsWithArrival, startNow } = useReserveForm(paymentMethod);
  const { mutate, isBusy, error } = useReserve((reservation) => {
    // The next form starts now again.
    chosenArrival.remove();
    onReserved(reservation);
  });
  const hourlyRate = getHourlyRate(space, zone);

  const submit = form.handleSubmit((values) => {
    const startTime = parseStart(values);
    if (startTime === null) return;
    const { hours } = values;
    mutate({
      id: getIdempotencyKey({ spaceId: space.id, startTime, hours }),
      spaceId: space.id,
      startTime,
      hours,
      total: calculatePrice({ hourlyRate, hours }),
      vehicle: SAMPLE_VEHICLES.find(({ id }) => id === values.vehicleId) ?? SAMPLE_VEHICLES[0],
      paymentMethod: values.paymentMethod,
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
        <StartNote startsWithArrival={startsWithArrival} onStartNow={startNow} />
        <ReserveWhen spaceId={space.id} />
        <ReserveVehicle />
        <ReservePayment />
        <ReserveSummary hourlyRate={hourlyRate} error={error} isBusy={isBusy} />
      </form>
    </FormProvider>
  );
}
