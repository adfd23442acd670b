import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { m } from '#messages';
import type { Cents } from '../../../domain/money/cents.ts';
import { toPriceCents } from '../../../domain/money/money-of-cents.ts';
import { toErrorMessage } from '../../../domain/problems.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { StayFields } from '../arrival/stay-fields.tsx';
import { parseStart } from '../arrival/stay-values.ts';
import { StayPrice } from '../stay-price.tsx';
import { Availability } from './availability.tsx';
import { DeskPayment, findMissing } from './desk-payment.tsx';
import { DriverPart } from './driver-part.tsx';
import {
  type CompleteForDriverValues,
  createForDriverValues,
  type ForDriverValues,
  forDriverSchema,
  MOST_HOURS,
  type Place,
} from './for-driver-values.ts';
import { PlaceFields } from './place-fields.tsx';
import { usePayingWallet } from './use-paying-wallet.ts';
import type { useReserveForDriver } from './use-reserve-for-driver.ts';
import { useStayOnForm } from './use-stay-on-form.ts';

type ForDriverFormProps = {
  place: Place;
  /** Whether drivers have vehicles and wallets of their own. */
  isLive: boolean;
  reserving: ReturnType<typeof useReserveForDriver>;
  onCancel: () => void;
};

/** For whom, where and when, with which vehicle, and what it costs. */
export function ForDriverForm({ place, isLive, reserving, onCancel }: ForDriverFormProps) {
  const form = useForm<ForDriverValues, unknown, CompleteForDriverValues>({
    resolver: zodResolver(forDriverSchema),
    defaultValues: createForDriverValues(place, new Date()),
  });
  const { zones, spaces, period, target, status, hourlyRate, total } = useStayOnForm(form.control);
  const driver = form.watch('driver');
  const balance = usePayingWallet(isLive ? driver : null);
  const [paid, setPaid] = useState<Cents | null>(null);
  const missing = balance === null || total === null ? null : findMissing(balance, toPriceCents(total));
  const isPaymentMissing = missing !== null && paid !== missing;
  const { isPending, error } = reserving;

  const submit = form.handleSubmit((values) => {
    const startTime = parseStart(values);
    if (startTime === null || total === null || isPending || isPaymentMissing) return;
    const { spaceId, hours, vehicleId } = values;
    reserving.mutate({
      driver: values.driver,
      spaceId,
      startTime,
      hours,
      vehicleId: vehicleId || null,
      total,
      paidAtDesk: missing === null ? null : { amount: missing, reason: m.for_driver_paid_reason() },
    });
  });

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} aria-busy={isPending} className="flex flex-col gap-5">
        <DriverPart hasVehicles={isLive} />
        <PlaceFields zones={zones} spaces={spaces} />
        <StayFields mostHours={MOST_HOURS} />
        <Availability target={target} status={status} period={period} />
        {hourlyRate === null ? null : <StayPrice hourlyRate={hourlyRate} hours={form.watch('hours')} />}
        {balance === null || total === null ? null : (
          <DeskPayment
            balance={balance}
            total={toPriceCents(total)}
            paid={paid}
            onPaid={setPaid}
            isMissing={form.formState.isSubmitted && isPaymentMissing}
          />
        )}
        {error && !isPending ? <ErrorNote>{toErrorMessage(error)}</ErrorNote> : null}
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          <Button type="submit" disabled={isPending} className="sm:flex-1">
            {isPending ? m.for_driver_pending() : m.for_driver_confirm()}
          </Button>
          <Button variant="secondary" disabled={isPending} onClick={onCancel} className="sm:flex-1">
            {m.action_cancel()}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
