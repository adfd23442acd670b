import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { PaymentMethod } from '../../../domain/reservations/payment.ts';
import { calculatePrice } from '../../../domain/reservations/price.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { SAMPLE_VEHICLES } from '../../../domain/reservations/vehicle.ts';
import { chosenArrival } from '../arrival/chosen-arrival.ts';
import { ArrivalNote } from './arrival-note.tsx';
import { createIdempotencyKeys } from './idempotency-key.ts';
import { ReservePayment } from './reserve-payment.tsx';
import { ReserveSummary } from './reserve-summary.tsx';
import type { ReserveTarget } from './reserve-target.ts';
import { parseStart } from './reserve-values.ts';
import { ReserveVehicle } from './reserve-vehicle.tsx';
import { ReserveWhen } from './reserve-when.tsx';
import { useReserve } from './use-reserve.ts';
import { useReserveForm } from './use-reserve-form.ts';

type ReserveFormProps = {
  target: ReserveTarget;
  /** How this driver likes to pay. */
  paymentMethod: PaymentMethod;
  onReserved: (reservation: Reservation) => void;
};

/** When, with which car and paid how; then the price and the button that books. A failure keeps everything typed. */
export function ReserveForm({ target: { space, zone }, paymentMethod, onReserved }: ReserveFormProps) {
  const [idOf] = useState(() => createIdempotencyKeys(() => crypto.randomUUID()));
  const { form, startsWithArrival, startNow } = useReserveForm(paymentMethod);
  const { reserve, isBusy, problem } = useReserve((reservation) => {
    // It was for this stay; the next one starts now again.
    chosenArrival.remove();
    onReserved(reservation);
  });
  const hourlyRate = space.hourlyRate ?? zone.pricePerHour;

  const submit = form.handleSubmit((values) => {
    const startTime = parseStart(values);
    if (startTime === null) return;
    const { hours } = values;
    reserve({
      id: idOf({ spaceId: space.id, startTime, hours }),
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
        {startsWithArrival ? <ArrivalNote onForget={startNow} /> : null}
        <ReserveWhen form={form} spaceId={space.id} />
        <ReserveVehicle form={form} />
        <ReservePayment form={form} />
        <ReserveSummary form={form} hourlyRate={hourlyRate} problem={problem} isBusy={isBusy} />
      </form>
    </FormProvider>
  );
}
