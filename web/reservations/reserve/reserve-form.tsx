import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { PaymentMethod } from '../../../domain/reservations/payment.ts';
import { calculatePrice } from '../../../domain/reservations/price.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { SAMPLE_VEHICLES } from '../../../domain/reservations/vehicle.ts';
import { getHourlyRate } from '../../../domain/zones/zone.ts';
import { Button } from '../../ui/button.tsx';
import { chosenArrival } from '../arrival/chosen-arrival.ts';
import { parseStart } from '../arrival/stay-values.ts';
import type { ReserveTarget } from './data.ts';
import { createIdempotencyKeys } from './idempotency-key.ts';
import { ReservePayment } from './reserve-payment.tsx';
import { ReserveSummary } from './reserve-summary.tsx';
import { ReserveVehicle } from './reserve-vehicle.tsx';
import { ReserveWhen } from './reserve-when.tsx';
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
        {startsWithArrival ? <ArrivalNote onStartNow={startNow} /> : null}
        <ReserveWhen spaceId={space.id} />
        <ReserveVehicle />
        <ReservePayment />
        <ReserveSummary hourlyRate={hourlyRate} error={error} isBusy={isBusy} />
      </form>
    </FormProvider>
  );
}

/** Says that the form does not start now, so that nobody books another day by mistake. */
function ArrivalNote({ onStartNow }: { onStartNow: () => void }) {
  return (
    <div className="flex items-center gap-3 rounded-card bg-brand-wash py-1.5 pr-1.5 pl-4 text-brand-ink">
      <CalendarClock aria-hidden="true" className="size-5 shrink-0" />
      <p className="flex-1 font-semibold">Starts with the arrival time you chose.</p>
      <Button variant="secondary" className="shrink-0 px-4" onClick={onStartNow}>
        Start now
      </Button>
    </div>
  );
}
