import { zodResolver } from '@hookform/resolvers/zod';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { FormProvider, useController, useForm, useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { type Cents, toCents } from '../../../../domain/money/cents.ts';
import { formatMoneyOf, toPriceCents } from '../../../../domain/money/money.ts';
import { toErrorMessage } from '../../../../domain/problems.ts';
import { OPERATOR_LIMITS } from '../../../../domain/reservations/times.ts';
import { ReservationFields } from '../../../booking/arrival/reservation-fields.tsx';
import { parseStart } from '../../../booking/arrival/reservation-values.ts';
import { ReservationPrice } from '../../../booking/reservation-price.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { DialogButtons } from '../../../ui/dialog-actions.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { QueryProblem } from '../../../ui/query-state.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { LoadingNote } from '../../../ui/skeleton.tsx';
import type { useReserveForDriver } from './data.ts';
import { type FoundDriver, loadPayingWallet } from './data.ts';
import { DriverField } from './driver-field.tsx';
import {
  type CompleteForDriverValues,
  chooseVehicle,
  createForDriverValues,
  type ForDriverValues,
  forDriverSchema,
  type ProposedSlot,
} from './for-driver-values.ts';
import { GuestFields } from './guest-fields.tsx';
import { Availability, PlaceFields } from './place-fields.tsx';
import { useReservationOnForm } from './use-reservation-on-form.ts';

type ForDriverFormProps = {
  place: ProposedSlot;
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
  // What is sent may have charged the wallet and taken the space already.
  const isFrozen = isPending || isOutcomeUnknown;
  const { zones, spaces, period, target, status, hourlyRate, total } = useReservationOnForm(form.control, isFrozen);
  const driver = form.watch('driver');
  const isFromWallet = isLive && driver !== null;
  const wallet = usePayingWallet(isFromWallet ? driver : null, isFrozen);
  const isWalletAwaited = isFromWallet && !wallet.isSuccess;
  const [paid, setPaid] = useState<Cents | null>(null);
  const price = total === null ? null : toPriceCents(total);
  const missing = !isFromWallet || wallet.data == null || price === null ? null : findMissing(wallet.data, price);
  const isPaymentMissing = missing !== null && paid !== missing;
  /** What can be paid in cash: what the wallet lacks, else all of it. */
  const owed = missing ?? price;

  const submit = form.handleSubmit((values) => {
    const startTime = parseStart(values);
    if (startTime === null || target === null || total === null || isFrozen || isWalletAwaited || isPaymentMissing)
      return;
    const { hours, vehicleId } = values;
    reserving.mutate({
      driver: values.driver,
      spaceId: target.space.id,
      startTime,
      hours,
      vehicleId: vehicleId || null,
      total,
      paidAtDesk: paid === null || paid !== owed ? null : { amount: paid, reason: m.for_driver_paid_reason() },
    });
  });

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} aria-busy={isPending} className="flex flex-col gap-5">
        <fieldset disabled={isFrozen} className="flex min-w-0 flex-col gap-5 disabled:text-muted">
          <DriverPart hasVehicles={isLive} />
          <PlaceFields zones={zones} spaces={spaces} />
          <ReservationFields limits={OPERATOR_LIMITS} />
          <Availability target={target} status={status} period={period} />
          {hourlyRate === null ? null : <ReservationPrice hourlyRate={hourlyRate} hours={form.watch('hours')} />}
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
        <FormActions reserving={reserving} isWaiting={isWalletAwaited} onCancel={onCancel}>
          {error && !isPending ? <ErrorNote>{toErrorMessage(error)}</ErrorNote> : null}
        </FormActions>
      </form>
    </FormProvider>
  );
}

/** What the driver's wallet has; null where drivers pay nothing here. While `isFrozen` it is not loaded again. */
function usePayingWallet(driver: FoundDriver | null, isFrozen: boolean) {
  return useQuery({
    queryKey: ['user-wallet', driver?.id, 'paying'],
    queryFn: ({ signal }) => (driver === null ? null : loadPayingWallet(driver.id, signal)),
    enabled: driver !== null && !isFrozen,
  });
}

type PaymentPartProps = Omit<ComponentProps<typeof DeskPayment>, 'balance' | 'total'> & {
  wallet: UseQueryResult<Cents | null>;
  /** Null before the reservation is chosen. */
  total: Cents | null;
};

/** What the reservation takes from the driver's wallet, or why that is not there yet. */
function PaymentPart({ wallet, total, ...payment }: PaymentPartProps) {
  if (wallet.isError || (wallet.isPending && wallet.isPaused)) return <QueryProblem query={wallet} />;
  if (wallet.isPending) return <LoadingNote>{m.status_loading()}</LoadingNote>;
  if (wallet.data === null || total === null) return null;
  return <DeskPayment balance={wallet.data} total={total} {...payment} />;
}

type FormActionsProps = {
  reserving: ReturnType<typeof useReserveForDriver>;
  /** Whether something has to load before the form can be sent. */
  isWaiting: boolean;
  onCancel: () => void;
  /** Above the buttons. */
  children: ReactNode;
};

/** Reserves or leaves; after a lost response the only way on is the same request again. */
function FormActions({ reserving, isWaiting, onCancel, children }: FormActionsProps) {
  const { isPending, isOutcomeUnknown, mutate, variables } = reserving;
  if (isOutcomeUnknown && variables !== undefined) {
    return (
      <>
        {children}
        <Button disabled={isPending} onClick={() => mutate(variables)}>
          {isPending ? m.for_driver_pending() : m.action_try_again()}
        </Button>
      </>
    );
  }
  return (
    <DialogButtons
      label={m.for_driver_confirm()}
      pendingLabel={m.for_driver_pending()}
      isPending={isPending}
      isDisabled={isWaiting}
      onCancel={onCancel}
    >
      {children}
    </DialogButtons>
  );
}

/** The driver, and one of their vehicles. */
function DriverPart({ hasVehicles }: { hasVehicles: boolean }) {
  const { control } = useFormContext<ForDriverValues>();
  const { field, fieldState } = useController({ control, name: 'driver' });
  const { field: vehicle } = useController({ control, name: 'vehicleId' });
  const [isGuest, setIsGuest] = useState(false);
  const driver = field.value;
  const choose = (chosen: FoundDriver | null, words: string) => {
    setIsGuest(false);
    field.onChange(chosen);
    vehicle.onChange(chosen === null || !hasVehicles ? '' : chooseVehicle(chosen, words));
  };
  return (
    <>
      {isGuest ? (
        <GuestFields onAdded={choose} onCancel={() => setIsGuest(false)} />
      ) : (
        <DriverField value={driver} onChange={choose} error={fieldState.error?.message} inputRef={field.ref} />
      )}
      {hasVehicles && driver === null && !isGuest ? (
        <Button variant="secondary" size="small" className="self-start" onClick={() => setIsGuest(true)}>
          {m.for_driver_guest()}
        </Button>
      ) : null}
      {hasVehicles && driver !== null ? (
        <SelectField
          {...vehicle}
          label={m.reservation_vehicle()}
          options={[
            ...driver.vehicles.map(({ id, name, plate }) => ({
              value: id,
              label: m.vehicle_with_plate({ name, plate }),
            })),
            { value: '', label: m.for_driver_without_vehicle() },
          ]}
        />
      ) : null}
    </>
  );
}

type DeskPaymentProps = {
  balance: Cents;
  total: Cents;
  /** What the operator says was paid in cash. */
  paid: Cents | null;
  onPaid: (paid: Cents | null) => void;
  /** Whether the form was sent with too little. */
  isMissing: boolean;
};

/** What a wallet lacks for a reservation; null when it has enough. */
const findMissing = (balance: Cents, total: Cents): Cents | null => (total > balance ? toCents(total - balance) : null);

/** What becomes of the driver's wallet, and whether the driver has paid what it lacks. */
function DeskPayment({ balance, total, paid, onPaid, isMissing }: DeskPaymentProps) {
  const missing = findMissing(balance, total);
  const owed = missing ?? total;
  const isPaid = paid === owed;
  const rest = missing !== null || isPaid ? balance : toCents(balance - total);
  if (total === 0) return null;
  return (
    <div className="border-line flex flex-col gap-2 rounded-card border p-4">
      <p
        className={clsx(
          'tabular-nums',
          missing === null ? 'text-muted' : 'font-semibold',
          missing !== null && !isPaid && 'text-danger',
        )}
      >
        {missing === null
          ? m.for_driver_from_wallet({ balance: formatMoneyOf(balance), rest: formatMoneyOf(rest) })
          : m.for_driver_missing({ balance: formatMoneyOf(balance), missing: formatMoneyOf(missing) })}
      </p>
      <CheckboxField
        label={m.for_driver_paid({ amount: formatMoneyOf(owed) })}
        // Another amount is another payment.
        checked={isPaid}
        onChange={({ target }) => onPaid(target.checked ? owed : null)}
      />
      {isMissing && !isPaid ? <ErrorNote>{m.for_driver_paid_missing()}</ErrorNote> : null}
    </div>
  );
}
