import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { priceOf } from '../../domain/price.ts';
import type { Reservation } from '../../domain/reservation.ts';
import { SAMPLE_VEHICLES } from '../../domain/vehicle.ts';
import { createReservationIds } from './reserve-id.ts';
import { ReservePayment } from './reserve-payment.tsx';
import { ReserveSummary } from './reserve-summary.tsx';
import type { ReserveTarget } from './reserve-target.ts';
import {
  type CompleteReserveValues,
  defaultReserveValues,
  type ReserveValues,
  reserveSchema,
  startOfValues,
} from './reserve-values.ts';
import { ReserveVehicle } from './reserve-vehicle.tsx';
import { ReserveWhen } from './reserve-when.tsx';
import { useReserve } from './use-reserve.ts';

const schema = reserveSchema(() => new Date());

type ReserveFormProps = {
  target: ReserveTarget;
  onReserved: (reservation: Reservation) => void;
};

/** When, with which car and paid how; then the price and the button that books. A failure keeps everything typed. */
export function ReserveForm({ target, onReserved }: ReserveFormProps) {
  const [idOf] = useState(() => createReservationIds(() => crypto.randomUUID()));
  const { reserve, isBusy, problem } = useReserve(onReserved);
  const form = useForm<ReserveValues, unknown, CompleteReserveValues>({
    resolver: zodResolver(schema),
    defaultValues: defaultReserveValues(new Date()),
  });
  const { space, zone } = target;
  const hourlyRate = space.hourlyRate ?? zone.pricePerHour;

  const submit = form.handleSubmit((values) => {
    const startTime = startOfValues(values);
    if (startTime === null) return;
    const { hours, paymentMethod } = values;
    reserve({
      id: idOf({ spaceId: space.id, startTime, hours }),
      spaceId: space.id,
      startTime,
      hours,
      total: priceOf({ hourlyRate, hours }),
      vehicle: SAMPLE_VEHICLES.find(({ id }) => id === values.vehicleId) ?? SAMPLE_VEHICLES[0],
      paymentMethod,
    });
  });

  return (
    <form noValidate onSubmit={submit} aria-busy={isBusy} className="flex flex-1 flex-col gap-7 [&_input]:scroll-mb-56">
      <ReserveWhen form={form} spaceId={space.id} />
      <ReserveVehicle form={form} />
      <ReservePayment form={form} />
      <ReserveSummary form={form} hourlyRate={hourlyRate} problem={problem} isBusy={isBusy} />
    </form>
  );
}
