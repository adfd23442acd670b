import { useController, useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { SelectField } from '../../../ui/select-field.tsx';
import { DriverField } from './driver/driver-field.tsx';
import { chooseVehicle, type ForDriverValues } from './for-driver-values.ts';

/** The driver, and one of their vehicles. */
export function DriverPart({ hasVehicles }: { hasVehicles: boolean }) {
  const { control } = useFormContext<ForDriverValues>();
  const { field, fieldState } = useController({ control, name: 'driver' });
  const { field: vehicle } = useController({ control, name: 'vehicleId' });
  const driver = field.value;
  return (
    <>
      <DriverField
        value={driver}
        onChange={(chosen, words) => {
          field.onChange(chosen);
          vehicle.onChange(chosen === null || !hasVehicles ? '' : chooseVehicle(chosen, words));
        }}
        error={fieldState.error?.message}
        inputRef={field.ref}
      />
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
