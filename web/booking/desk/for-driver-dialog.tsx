import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { FormProvider, useController, useForm, useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { toPriceCents } from '../../../domain/money/money.ts';
import { OPERATOR_LIMITS } from '../../../domain/reservations/times.ts';
import { useBuyerLimit } from '../../money/fiscal/buyer-choice.tsx';
import { BuyerFields, toTypedBuyer } from '../../money/fiscal/buyer-fields.tsx';
import { DialogButtons } from '../../ui/feedback/dialog-actions.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { Button } from '../../ui/form/button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { ReservationFields } from '../arrival/reservation-fields.tsx';
import { parsePeriod } from '../arrival/reservation-values.ts';
import { ReservationPrice } from '../reservation-price.tsx';
import { DeskPayment, useDeskPayment } from './desk-payment.tsx';
import { DriverField } from './driver-field.tsx';
import {
  type CompleteForDriverValues,
  chooseVehicle,
  createForDriverValues,
  type ForDriverValues,
  forDriverSchema,
  type ProposedSlot,
  useNoAlarms,
  useReservationOnForm,
} from './for-driver-form.ts';
import { GuestFields } from './guest-fields.tsx';
import { Availability, PlaceFields } from './place-fields.tsx';
import { type FoundDriver, useReserveForDriver } from './reservation-for-driver.ts';

type ForDriverDialogProps = {
  /** Where and when the form begins. */
  place: ProposedSlot;
  /** Which zones there are to choose from; without it all. */
  isOffered?: (zoneId: string) => boolean;
  useAlarms?: typeof useNoAlarms;
  isManager?: boolean;
  onReserved: (id: string) => void;
  onClose: () => void;
};

/** An operator reserves for a driver: for whom, where and when, with which vehicle, and what it costs. */
export function ForDriverDialog({
  place,
  isOffered,
  useAlarms = useNoAlarms,
  isManager = true,
  ...props
}: ForDriverDialogProps) {
  const { onReserved, onClose } = props;
  const reserving = useReserveForDriver(onReserved);
  const form = useForm<ForDriverValues, unknown, CompleteForDriverValues>({
    resolver: zodResolver(forDriverSchema),
    defaultValues: createForDriverValues(place, getNow()),
  });
  const buyer = useForm({ defaultValues: toTypedBuyer(null, null) });
  const limit = useBuyerLimit();
  const isIssuing = limit !== null && getInstallation().keepsBooks;
  const { isPending, isOutcomeUnknown } = reserving;
  // What is sent may have charged the wallet and taken the space already.
  const isFrozen = isPending || isOutcomeUnknown;
  const { zones, spaces, alarms, period, target, status, hourlyRate, price, total } = useReservationOnForm(
    form.control,
    isFrozen,
    useAlarms,
  );
  const driver = form.watch('driver');
  const payer = getInstallation().keepsBooks ? driver : null;
  const payment = useDeskPayment(payer, total === null ? null : toPriceCents(total), isFrozen, isManager);

  const submit = form.handleSubmit(async (values) => {
    const reserved = parsePeriod(values);
    if (reserved === null || target === null || total === null || isFrozen) return;
    if (payment.isAwaited || payment.isMissing || payment.isIncomplete) return;
    if (!(await buyer.trigger())) return;
    reserving.mutate({
      driver: values.driver,
      spaceId: target.space.id,
      ...reserved,
      vehicleId: values.vehicleId || null,
      buyer: buyer.getValues(),
      total,
      ...payment.charge,
    });
  });

  return (
    <Modal open size="large" isClosable={!isPending} onClose={onClose} title={m.for_driver_open()}>
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} aria-busy={isPending} className="flex flex-col gap-5">
          <fieldset disabled={isFrozen} className="flex min-w-0 flex-col gap-5 disabled:text-muted">
            <DriverPart />
            <PlaceFields
              zones={isOffered ? zones.filter(({ id }) => isOffered(id)) : zones}
              spaces={spaces}
              alarms={alarms}
            />
            <ReservationFields limits={OPERATOR_LIMITS} />
            <Availability target={target} status={status} period={period} />
            {hourlyRate === null ? null : (
              <ReservationPrice hourlyRate={hourlyRate} hours={form.watch('hours')} {...price} />
            )}
            {isIssuing ? (
              <BuyerFields
                form={buyer}
                {...(total !== null && total >= limit ? {} : { hint: m.fiscal_reissue_buyer_hint() })}
              />
            ) : null}
            {payer === null ? null : (
              <DeskPayment
                driver={payer}
                payment={payment}
                isChecked={form.formState.isSubmitted}
                linkText={m.for_driver_link_text()}
              />
            )}
          </fieldset>
          <FormActions reserving={reserving} charged={payment.charged} isWaiting={payment.isAwaited} onCancel={onClose}>
            {form.formState.isSubmitted && payment.isMissing ? (
              <ErrorNote>{m.for_driver_payment_missing()}</ErrorNote>
            ) : null}
          </FormActions>
        </form>
      </FormProvider>
    </Modal>
  );
}

type FormActionsProps = {
  reserving: ReturnType<typeof useReserveForDriver>;
  charged: string;
  /** Whether something has to load before the form can be sent. */
  isWaiting: boolean;
  onCancel: () => void;
  /** Above the buttons. */
  children: ReactNode;
};

/** Reserves or leaves; after a lost response the only way on is the same request again. */
function FormActions({ reserving, charged, isWaiting, onCancel, children }: FormActionsProps) {
  const { isPending, isOutcomeUnknown, error, mutate, variables } = reserving;
  const failure = error && !isPending ? <ErrorNote error={error} /> : null;
  if (isOutcomeUnknown && variables !== undefined) {
    return (
      <>
        {failure}
        <Button disabled={isPending} onClick={() => mutate(variables)}>
          {isPending ? m.for_driver_pending() : m.action_try_again()}
        </Button>
      </>
    );
  }
  return (
    <DialogButtons
      label={m.for_driver_confirm({ amount: charged })}
      pendingLabel={m.for_driver_pending()}
      isPending={isPending}
      isDisabled={isWaiting}
      onCancel={onCancel}
    >
      {children}
      {failure}
    </DialogButtons>
  );
}

/** The driver, and one of their vehicles. */
function DriverPart() {
  const hasVehicles = getInstallation().keepsVehicles;
  const { control } = useFormContext<ForDriverValues>();
  const { field, fieldState } = useController({ control, name: 'driver' });
  const { field: vehicle } = useController({ control, name: 'vehicleId' });
  const [isGuest, setIsGuest] = useState(false);
  const driver = field.value;
  const error = fieldState.error?.message;
  const choose = (chosen: FoundDriver | null, words: string) => {
    setIsGuest(false);
    field.onChange(chosen);
    vehicle.onChange(chosen === null || !hasVehicles ? '' : chooseVehicle(chosen, words));
  };
  return (
    <>
      {isGuest ? (
        <GuestFields onAdded={choose} onCancel={() => setIsGuest(false)} error={error} buttonRef={field.ref} />
      ) : (
        <DriverField value={driver} onChange={choose} error={error} inputRef={field.ref} />
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
