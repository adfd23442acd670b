import type { ReactNode, RefCallback } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { FormSection } from '../../ui/form-section.tsx';
import type { ReserveValues } from './reserve-values.ts';

export type VehicleField = {
  /** The id of the chosen vehicle; empty before one is chosen. */
  value: string;
  onChange: (vehicleId: string) => void;
  /** Why the form cannot be sent. */
  error: string | undefined;
  /** How often the form was sent. */
  submitCount: number;
  /** For the element that gets the focus when the form has an error. */
  focusRef: RefCallback<HTMLElement>;
};

export function ReserveVehicle({ renderVehicle }: { renderVehicle: (field: VehicleField) => ReactNode }) {
  const { control, formState } = useFormContext<ReserveValues>();
  const { field, fieldState } = useController({ control, name: 'vehicleId' });
  return (
    <FormSection title={m.reservation_vehicle()}>
      {renderVehicle({
        value: field.value,
        onChange: field.onChange,
        error: fieldState.error?.message,
        submitCount: formState.submitCount,
        focusRef: field.ref,
      })}
    </FormSection>
  );
}
