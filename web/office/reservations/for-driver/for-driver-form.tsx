import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { m } from '#messages';
import type { Cents } from '../../../../domain/money/cents.ts';
import { toPriceCents } from '../../../../domain/money/money-of-cents.ts';
import { toErrorMessage } from '../../../../domain/problems.ts';
import { StayFields } from '../../../booking/arrival/stay-fields.tsx';
import { parseStart } from '../../../booking/arrival/stay-values.ts';
import { StayPrice } from '../../../booking/stay-price.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Availability } from './availability.tsx';
import { findMissing } from './desk-payment.tsx';
import { DriverPart } from './driver-part.tsx';
import {
  type CompleteForDriverValues,
  createForDriverValues,
  type ForDriverValues,
  forDriverSchema,
  MOST_HOURS,
  type Place,
} from './for-driver-values.ts';
import { FormActions } from './form-actions.tsx';
import { PaymentPart } from './payment-part.tsx';
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
  const { isPending, isOutcomeUnknown, error } = reserving;
  // The wallet may be charged and the space taken by this very stay.
  const isFrozen = isPending || isOutcomeUnknown;
  const { zones, spaces, period, target, status, hourlyRate, total } = useStayOnForm(form.control, isFrozen);
  const driver = form.watch('driver');
  const isFromWallet = isLive && driver !== null;
  const wallet = usePayingWallet(isFromWallet ? driver : null, isFrozen);
  const isWalletAwaited = isFromWallet && !wallet.isSuccess;
  const [paid, setPaid] = useState<Cents | null>(null);
  const price = total === null ? null : toPriceCents(total);
  const missing = !isFromWallet || wallet.data == null || price === null ? null : findMissing(wallet.data, price);
  const isPaymentMissing = missing !== null && paid !== missing;

  const submit = form.handleSubmit((values) => {
    const startTime = parseStart(values);
    if (startTime === null || total === null || isFrozen || isWalletAwaited || isPaymentMissing) return;
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
        <fieldset disabled={isFrozen} className="flex min-w-0 flex-col gap-5 disabled:text-muted">
          <DriverPart hasVehicles={isLive} />
          <PlaceFields zones={zones} spaces={spaces} />
          <StayFields mostHours={MOST_HOURS} />
          <Availability target={target} status={status} period={period} />
          {hourlyRate === null ? null : <StayPrice hourlyRate={hourlyRate} hours={form.watch('hours')} />}
          {isFromWallet ? (
            <PaymentPart
              wallet={wallet}
              total={price}
              paid={paid}
              onPaid={setPaid}
              isMissing={form.formState.isSubmitted && isPaymentMissing}
            />
          ) : null}
        </fieldset>
        {error && !isPending ? <ErrorNote>{toErrorMessage(error)}</ErrorNote> : null}
        <FormActions reserving={reserving} isWaiting={isWalletAwaited} onCancel={onCancel} />
      </form>
    </FormProvider>
  );
}
