import { zodResolver } from '@hookform/resolvers/zod';
import { type RefCallback, useEffect, useEffectEvent } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { m } from '#messages';
import { VEHICLE_TYPE_LABELS, VEHICLE_TYPES } from '../../../domain/vehicles/vehicle-type.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Button } from '../../ui/form/button.tsx';
import { InnerForm } from '../../ui/form/inner-form.tsx';
import { registerFields } from '../../ui/form/register-fields.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import {
  EMPTY_VEHICLE,
  isPlateUsed,
  type NewVehicle,
  type OwnVehicle,
  useAddVehicle,
  type VehicleValues,
  vehicleValuesSchema,
} from './vehicles.ts';

export const TYPE_OPTIONS = VEHICLE_TYPES.map((type) => ({ value: type, label: VEHICLE_TYPE_LABELS[type] }));

type AddVehicleProps = {
  userId: string;
  /** `isSent` when the form around it was sent with what is filled in here. */
  onAdded: (vehicle: OwnVehicle, isSent: boolean) => void;
  /** Absent where a vehicle is needed. */
  onCancel?: () => void;
  focusRef?: RefCallback<HTMLElement>;
  /** How often the form around it was sent: then it adds what is filled in. */
  submitCount?: number;
};

/** The fields of a new vehicle. No form element, as it is a part of other forms too. */
export function AddVehicle({ userId, onAdded, onCancel, focusRef, submitCount = 0 }: AddVehicleProps) {
  const form = useForm<VehicleValues, unknown, NewVehicle>({
    resolver: zodResolver(vehicleValuesSchema),
    defaultValues: EMPTY_VEHICLE,
  });
  const adding = useAddVehicle(userId);

  const addThen = (isSent: boolean) =>
    form.handleSubmit((vehicle) => {
      if (adding.isPending) return;
      adding.mutate(vehicle, {
        onSuccess: (added) => onAdded(added, isSent),
        onError: (error) => {
          if (isPlateUsed(error)) form.setError('plate', { message: error.message }, { shouldFocus: true });
        },
      });
    });
  const add = addThen(false);
  const addSent = useEffectEvent(() => {
    if (form.getValues('plate').trim() !== '') void addThen(true)();
  });
  useEffect(() => {
    if (submitCount > 0) addSent();
  }, [submitCount]);

  return (
    <InnerForm label={m.vehicle_add()} isBusy={adding.isPending} onSubmit={() => void add()}>
      <VehicleFields form={form} focusRef={focusRef} />
      {adding.error && !adding.isPending && !isPlateUsed(adding.error) ? <ErrorNote error={adding.error} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" className="flex-1" disabled={adding.isPending} onClick={() => void add()}>
          {adding.isPending ? m.vehicle_adding() : m.vehicle_add_confirm()}
        </Button>
        {onCancel ? (
          <Button variant="quiet" disabled={adding.isPending} onClick={onCancel}>
            {m.action_cancel()}
          </Button>
        ) : null}
      </div>
    </InnerForm>
  );
}

type VehicleFieldsProps = {
  form: UseFormReturn<VehicleValues, unknown, NewVehicle>;
  focusRef?: RefCallback<HTMLElement> | undefined;
};

export function VehicleFields({ form, focusRef }: VehicleFieldsProps) {
  const field = registerFields(form);
  const { ref, ...name } = field('name');
  const focusable = {
    ...name,
    ref: (element: HTMLInputElement | null) => {
      ref(element);
      focusRef?.(element);
    },
  };
  return (
    <>
      <TextField label={m.vehicle_make_and_model()} hint={m.vehicle_name_hint()} {...focusable} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={m.vehicle_plate()}
          hint={m.vehicle_plate_hint()}
          autoCapitalize="characters"
          className="[&_input]:uppercase"
          spellCheck={false}
          {...field('plate')}
        />
        <SelectField label={m.vehicle_type()} options={TYPE_OPTIONS} {...field('type')} />
      </div>
    </>
  );
}
