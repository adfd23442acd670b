import type { User } from '@supabase/supabase-js';
import { useCallback, useEffect, useState } from 'react';
import { m } from '#messages';
import { type Cents, toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf, toPriceCents } from '../../../domain/money/money.ts';
import { type PaymentMethod, toPaymentMethod } from '../../../domain/reservations/payment.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { LogInPanel } from '../../account/session/log-in-panel.tsx';
import { useUser } from '../../account/session/session-provider.tsx';
import { toVehicle } from '../../account/vehicles/data.ts';
import { useOwnVehicles } from '../../account/vehicles/use-own-vehicles.ts';
import { VehicleChoice } from '../../account/vehicles/vehicle-choice.tsx';
import { usePublicSettings } from '../../data/public-settings.ts';
import {
  type ChosenPayment,
  PaymentChoice,
  toOffered,
  toPaymentFields,
  usePaymentMethods,
} from '../../money/payments/payment-choice.tsx';
import { usePay } from '../../money/payments/use-pay.ts';
import { preferredPaymentStorage } from '../../money/wallet/preferred-payment.ts';
import { ShortNote } from '../../money/wallet/short-note.tsx';
import { useBalance } from '../../money/wallet/use-balance.ts';
import { FormSection } from '../../ui/form-section.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { keepReservation } from './kept-reservation.ts';
import { type PaymentField, ReserveForm, type ReserveFormProps } from './reserve-form.tsx';

type OwnVehicleReserveFormProps = Omit<ReserveFormProps, 'vehicles' | 'renderVehicle' | 'renderPayment' | 'payHeld'>;

/** The reserve form with the vehicles and the money of the signed-in driver. */
export function OwnVehicleReserveForm(props: OwnVehicleReserveFormProps) {
  const user = useUser();
  return user ? <FormOfDriver key={user.id} user={user} {...props} /> : <LogInPanel title={m.reserve_needs_log_in()} />;
}

function FormOfDriver({ user, ...props }: OwnVehicleReserveFormProps & { user: User }) {
  const vehicles = useOwnVehicles(user.id);
  const { card, setCard, payHeld } = useHeldPayment(user.id);
  const isCharged = usePublicSettings()?.chargesDrivers ?? true;
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
          renderPayment={(field) =>
            isCharged ? (
              <PaymentOfReservation
                field={field}
                userId={user.id}
                spaceId={props.target.space.id}
                card={card}
                onCardChange={setCard}
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

type ChosenCard = Omit<Extract<ChosenPayment, { method: 'card' }>, 'method'>;

const toChosen = (method: PaymentMethod, card: ChosenCard): ChosenPayment =>
  method === 'credit' ? { method: 'card', ...card } : { method };

/** Which card is charged, beside the method in the form, and the payment of what is held for it. */
function useHeldPayment(userId: string) {
  const [card, setCard] = useState<ChosenCard>({});
  const pay = usePay();
  const payHeld = async ({ id, price, paymentMethod }: Reservation) => {
    const fields = toPaymentFields(toChosen(paymentMethod, card));
    if (fields === null) throw new Error('What the wallet pays is never held');
    preferredPaymentStorage(userId).write(paymentMethod);
    await pay({ ...fields, purpose: 'reservation', reservation: id, amount: toPriceCents(price) });
  };
  return { card, setCard, payHeld };
}

type PaymentOfReservationProps = {
  field: PaymentField;
  userId: string;
  spaceId: string;
  card: ChosenCard;
  onCardChange: (card: ChosenCard) => void;
};

function PaymentOfReservation({ field, userId, spaceId, card, onCardChange }: PaymentOfReservationProps) {
  const { value, onChange, total, getValues } = field;
  const choose = useCallback(
    (chosen: ChosenPayment) => {
      onChange(toPaymentMethod(chosen.method));
      if (chosen.method === 'card') {
        const { method, ...chosenCard } = chosen;
        onCardChange(chosenCard);
      }
    },
    [onChange, onCardChange],
  );
  return (
    <ReservationPayment
      userId={userId}
      value={toChosen(value, card)}
      onChange={choose}
      total={total}
      onLeave={() => keepReservation(userId, { spaceId, values: getValues() }, new Date())}
    />
  );
}

type ReservationPaymentProps = {
  userId: string;
  value: ChosenPayment;
  onChange: (value: ChosenPayment) => void;
  /** What there is to pay; null while the form does not say. */
  total: Cents | null;
  /** Called before the browser leaves to top the wallet up. */
  onLeave?: () => void;
};

/** How a reservation is paid: with the wallet, whose balance it says, or by card or PayPal. */
function ReservationPayment({ userId, value, onChange, total, onLeave }: ReservationPaymentProps) {
  const methods = usePaymentMethods();
  const balance = useBalance(userId).data;
  const known = methods.data ?? (methods.error ? [] : undefined);
  const offered = known === undefined ? value : toOffered(value, known);
  useEffect(() => {
    // It was chosen on this device when it was offered.
    if (offered !== value) onChange(offered);
  }, [offered, value, onChange]);
  const missing = balance === undefined || total === null || balance >= total ? null : toCents(total - balance);
  return (
    <PaymentChoice
      userId={userId}
      value={value}
      onChange={onChange}
      wallet={{
        detail: balance === undefined ? '' : m.wallet_balance_of({ amount: formatMoneyOf(balance) }),
        note:
          missing === null ? null : (
            <ShortNote userId={userId} missing={missing} onLeave={onLeave} hasProblem={false} />
          ),
      }}
    />
  );
}
