import { CreditCard, HandCoins, type LucideIcon, Wallet } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFormContext } from 'react-hook-form';
import { m } from '#messages';
import {
  PAYMENT_METHOD_LABELS,
  PAYMENT_METHODS,
  type PaymentMethod,
  type Vehicle,
} from '../../domain/reservations/reservation.ts';
import { VEHICLE_TYPE_LABELS, type VehicleType } from '../../domain/vehicles/vehicle-type.ts';
import { VEHICLE_ICONS } from '../account/vehicles/vehicle-choice.tsx';
import { BookingForm, type ReserveFormProps } from '../booking/reserve/reserve-form.tsx';
import type { ReserveValues } from '../booking/reserve/reserve-values.ts';
import { ChoiceCard } from '../ui/form/choice-card.tsx';
import { FormSection } from '../ui/form/form-section.tsx';

type SampleVehicle = Vehicle & { type: VehicleType };

/** Every driver of a demo has these. */
export const SAMPLE_VEHICLES: readonly [SampleVehicle, SampleVehicle] = [
  { id: 'sample-hatchback', name: 'Toyota Yaris', licensePlate: 'A123456', type: 'hatchback' },
  { id: 'sample-sedan', name: 'Honda Civic', licensePlate: 'A654321', type: 'sedan' },
];

/** The reserve form with the vehicles and the methods of payment of a demo, where no money moves. */
export function SampleReserveForm(props: ReserveFormProps) {
  return (
    <BookingForm
      {...props}
      payerId={null}
      vehicles={SAMPLE_VEHICLES}
      vehicleChoice={<SampleVehicleChoice />}
      renderPayment={() => <SamplePayment />}
    />
  );
}

function SampleVehicleChoice() {
  const { register } = useFormContext<ReserveValues>();
  return (
    <FormSection title={m.reservation_vehicle()}>
      <div className="grid gap-3 sm:grid-cols-2">
        {SAMPLE_VEHICLES.map(({ id, name, type, licensePlate }) => (
          <ChoiceCard
            key={id}
            value={id}
            label={name}
            detail={m.reserve_vehicle_detail({ type: VEHICLE_TYPE_LABELS[type], plate: licensePlate })}
            icon={VEHICLE_ICONS[type]}
            {...register('vehicleId')}
          />
        ))}
      </div>
    </FormSection>
  );
}

function SamplePayment() {
  const { register } = useFormContext<ReserveValues>();
  return (
    <FormSection title={m.payment_method()}>
      <SampleMethods getCard={() => register('paymentMethod')} />
    </FormSection>
  );
}

const ICONS: Record<PaymentMethod, LucideIcon> = { wallet: Wallet, credit: CreditCard, paypal: HandCoins };

type SampleMethodsProps = { getCard: (method: PaymentMethod) => Partial<ComponentProps<typeof ChoiceCard>> };

export function SampleMethods({ getCard }: SampleMethodsProps) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(6rem,100%),1fr))] gap-3">
      {PAYMENT_METHODS.map((method) => (
        <ChoiceCard
          key={method}
          stacked
          value={method}
          label={PAYMENT_METHOD_LABELS[method]}
          icon={ICONS[method]}
          {...getCard(method)}
        />
      ))}
    </div>
  );
}
