import { useController, useFormContext } from 'react-hook-form';
import { m } from '#messages';
import type { Space } from '../../../../domain/zones/zone.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import type { PricedZone } from './data.ts';
import type { ForDriverValues } from './for-driver-values.ts';

type PlaceFieldsProps = { zones: readonly PricedZone[]; spaces: readonly Space[] };

/** The zone, and the space of it. */
export function PlaceFields({ zones, spaces }: PlaceFieldsProps) {
  const { control, setValue } = useFormContext<ForDriverValues>();
  const { field: zone } = useController({ control, name: 'zoneId' });
  const { field: space, fieldState } = useController({ control, name: 'spaceId' });
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        {...zone}
        label={m.for_driver_zone()}
        options={[
          ...(zone.value === '' ? [{ value: '', label: m.for_driver_choose_zone() }] : []),
          ...zones.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ target }) => {
          zone.onChange(target.value);
          setValue('spaceId', '');
        }}
      />
      <SelectField
        {...space}
        label={m.for_driver_space()}
        disabled={zone.value === ''}
        options={[
          { value: '', label: m.for_driver_choose_space() },
          ...spaces.map((one) => ({ value: one.id, label: formatOption(one) })),
        ]}
        error={fieldState.error?.message}
      />
    </div>
  );
}

function formatOption({ name, status }: Space): string {
  if (status === 'available') return name;
  return status === 'maintenance'
    ? m.space_option_out_of_service({ space: name })
    : m.for_driver_space_taken({ space: name });
}
