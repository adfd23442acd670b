import type { User } from '@supabase/supabase-js';
import { m } from '#messages';
import { toPaymentMethod } from '../../../domain/reservations/payment.ts';
import { LogInPanel } from '../../account/session/log-in-panel.tsx';
import { useUser } from '../../account/session/session-provider.tsx';
import { toVehicle, useOwnVehicles } from '../../account/vehicles/data.ts';
import { VehicleChoice } from '../../account/vehicles/vehicle-choice.tsx';
import { useChargesDrivers } from '../../data/public-settings.ts';
import { BuyerChoice } from '../../money/fiscal/buyer-choice.tsx';
import { DriverPayment, storeLastPayment, toChosenPayment } from '../../money/payments/driver-payment.tsx';
import type { ChosenPayment } from '../../money/payments/payment-choice.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { useHeldPayment } from '../paying/use-held-payment.ts';
import { type PaymentField, ReserveForm, type ReserveFormProps } from './reserve-form.tsx';
import { keepReservation } from './reserve-values.ts';

type OwnVehicleReserveFormProps = Omit<ReserveFormProps, 'vehicles' | 'renderVehicle' | 'renderPayment' | 'payHeld'>;

/** The reserve form with the vehicles and the money of the signed-in driver. */
export function OwnVehicleReserveForm(props: OwnVehicleReserveFormProps) {
  const user = useUser();
  return user ? <FormOfDriver key={user.id} user={user} {...props} /> : <LogInPanel title={m.reserve_needs_log_in()} />;
}

function FormOfDriver({ user, ...props }: OwnVehicleReserveFormProps & { user: User }) {
  const vehicles = useOwnVehicles(user.id);
  const { chosen, setChosen, payHeld } = useHeldPayment(
    toChosenPayment(props.initialValues?.paymentMethod ?? props.paymentMethod),
  );
  const isCharged = useChargesDrivers();
  return (
    <QueryState
      query={vehicles}
      loading={<SkeletonList label={m.vehicles_loading()} shapes={['h-40', 'h-32', 'h-24']} className="gap-6" />}
    >
      {(list) => (
        <ReserveForm
          {...props}
          vehicles={list.map(toVehicle)}
          renderVehicle={(field) => <VehicleChoice {...field} userId={user.id} vehicles={list} />}
          {...(isCharged ? { payHeld } : {})}
          onReserved={(reservation) => {
            if (isCharged) storeLastPayment(user.id, 'wallet');
            props.onReserved(reservation);
          }}
          renderPayment={(field) =>
            isCharged ? (
              <PaymentOfReservation
                field={field}
                userId={user.id}
                spaceId={props.target.space.id}
                chosen={chosen}
                onChoose={setChosen}
              />
            ) : (
              <FormSection title={m.payment_method()}>
                <p className="text-muted">{m.payment_to_operator()}</p>
              </FormSection>
            )
          }
        />
      )}
    </QueryState>
  );
}

type PaymentOfReservationProps = {
  field: PaymentField;
  userId: string;
  spaceId: string;
  chosen: ChosenPayment;
  onChoose: (chosen: ChosenPayment) => void;
};

function PaymentOfReservation({ field, userId, spaceId, chosen, onChoose }: PaymentOfReservationProps) {
  const { onChange, total, getValues } = field;
  return (
    <>
      <DriverPayment
        userId={userId}
        value={chosen}
        onChange={(next) => {
          onChoose(next);
          // The form has a word for each method, and no cards.
          onChange(toPaymentMethod(next.method));
        }}
        total={total}
        onLeave={() => keepReservation(userId, { spaceId, values: getValues() }, new Date())}
      />
      <BuyerChoice userId={userId} />
    </>
  );
}
