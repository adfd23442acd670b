import { useController, useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { VehicleChoice } from '../../account/vehicles/vehicle-choice.tsx';
import type { OwnVehicle } from '../../account/vehicles/vehicles.ts';
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
