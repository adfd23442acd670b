import { useController, useFormContext } from 'react-hook-form';
import { m } from '#messages';
import type { Vehicle } from '../../../domain/reservations/vehicle.ts';
import { VEHICLE_TYPE_LABELS, type VehicleType } from '../../../domain/vehicles/vehicle-type.ts';
import { VEHICLE_ICONS, VehicleChoice } from '../../account/vehicles/vehicle-choice.tsx';
import type { OwnVehicle } from '../../account/vehicles/vehicles.ts';
import { ChoiceCard } from '../../ui/form/choice-card.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import type { ReserveValues } from './reserve-values.ts';

type ReserveVehicleProps = { userId: string; vehicles: readonly OwnVehicle[] };

/** The vehicle of the reservation in the form: one of the driver's own, or one that is added here. */
export function ReserveVehicle(props: ReserveVehicleProps) {
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

export type SampleVehicle = Vehicle & { type: VehicleType };

export function SampleVehicleChoice({ vehicles }: { vehicles: readonly SampleVehicle[] }) {
  const { register } = useFormContext<ReserveValues>();
  return (
    <FormSection title={m.reservation_vehicle()}>
      <div className="grid gap-3 sm:grid-cols-2">
        {vehicles.map(({ id, name, type, licensePlate }) => (
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
