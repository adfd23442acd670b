import { LogIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router';
import { m } from '#messages';
import { toPriceCents } from '../../../domain/money/money.ts';
import type { ChosenPayment } from '../../../domain/money/payment.ts';
import { toPaymentMethod } from '../../../domain/reservations/reservation.ts';
import { useUser } from '../../account/session/session-provider.tsx';
import { VehicleChoice } from '../../account/vehicles/vehicle-choice.tsx';
import { type OwnVehicle, useOwnVehicles } from '../../account/vehicles/vehicles.ts';
import { BuyerChoice } from '../../money/fiscal/buyer-choice.tsx';
import { DriverPayment } from '../../money/payments/driver-payment.tsx';
import { paths } from '../../paths.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { StatePanel } from '../../ui/feedback/state-panel.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import type { StayPrice } from '../rates.ts';
import { findReservationTotal } from '../reservation-price.tsx';
import type { ReserveValues } from './reserve-values.ts';

export type Driver = { userId: string; vehicles: readonly OwnVehicle[] };

type FormOfDriverProps = { title: string; children: (driver: Driver) => ReactNode };

/** A form of the signed-in driver, once their vehicles have loaded. The title asks others to sign in, who come back to it. */
export function FormOfDriver({ title, children }: FormOfDriverProps) {
  const user = useUser();
  const location = useLocation();
  return user ? (
    <WithVehicles key={user.id} userId={user.id}>
      {children}
    </WithVehicles>
  ) : (
    <StatePanel
      icon={LogIn}
      title={title}
      link={{ to: paths.logIn, state: { from: location }, label: m.log_in_submit() }}
    />
  );
}

function WithVehicles({ userId, children }: { userId: string } & Pick<FormOfDriverProps, 'children'>) {
  return (
    <QueryState
      query={useOwnVehicles(userId)}
      loading={<SkeletonList label={m.vehicles_loading()} shapes={['h-40', 'h-32', 'h-24']} className="gap-6" />}
    >
      {(vehicles) => children({ userId, vehicles })}
    </QueryState>
  );
}

/** For an operator who is paid in another way. */
export function PaymentToOperator() {
  return (
    <FormSection title={m.payment_method()}>
      <p className="text-muted">{m.payment_to_operator()}</p>
    </FormSection>
  );
}

export type ReservePaymentProps = StayPrice & {
  userId: string;
  /** What an hour costs in the currency of the installation; null until there is a space. */
  hourlyRate: number | null;
  chosen: ChosenPayment;
  onChoose: (chosen: ChosenPayment) => void;
};

/** How the driver pays for the reservation in the form, and in whose name the receipt is. */
export function ReservePayment({ userId, hourlyRate, priceOf, chosen, onChoose }: ReservePaymentProps) {
  const { control } = useFormContext<ReserveValues>();
  const { field } = useController({ control, name: 'paymentMethod' });
  const hours = useWatch({ control, name: 'hours' });
  const total = hourlyRate === null ? null : findReservationTotal({ hourlyRate, hours, priceOf });
  return (
    <>
      <DriverPayment
        userId={userId}
        value={chosen}
        onChange={(next) => {
          onChoose(next);
          // The form has a word for each method, and no cards.
          field.onChange(toPaymentMethod(next.method));
        }}
        total={total === null ? null : toPriceCents(total)}
      />
      <BuyerChoice userId={userId} total={total} />
    </>
  );
}

/** The vehicle of the reservation in the form: one of the driver's own, or one that is added here. */
export function ReserveVehicle(props: { userId: string; vehicles: readonly OwnVehicle[] }) {
  const { control, formState } = useFormContext<ReserveValues>();
  const { field, fieldState } = useController({ control, name: 'vehicleId' });
  return (
    <FormSection title={m.reservation_vehicle()}>
      <VehicleChoice
        {...props}
        value={field.value}
        onChange={field.onChange}
        error={fieldState.error?.message}
        submitCount={formState.submitCount}
        focusRef={field.ref}
      />
    </FormSection>
  );
}
