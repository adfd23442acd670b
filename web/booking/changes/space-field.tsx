import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import type { Period } from '../../../domain/zones/occupancy.ts';
import type { Space } from '../../../domain/zones/zone.ts';
import { listSpaces } from '../../data/space.ts';
import { FormSection } from '../../ui/form-section.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { AVAILABILITY_KEY } from '../reserve/availability/use-reserve-availability.ts';
import type { ReserveTarget } from '../reserve/data.ts';

type ChosenSpace = ReserveTarget['space'];

type SpaceFieldProps = {
  /** The space that is reserved. */
  reserved: ChosenSpace;
  zoneId: string;
  /** The time in the form when it can be booked. */
  period: Period | null;
  value: ChosenSpace;
  onChange: (space: ChosenSpace) => void;
};

/** The spaces of the zone that are free for the time in the form, and the one that is reserved. */
export function SpaceField({ reserved, zoneId, period, value, onChange }: SpaceFieldProps) {
  const { data } = useQuery({
    queryKey: [...AVAILABILITY_KEY, 'spaces', zoneId, period],
    queryFn: () => listSpaces(zoneId, period),
    enabled: period !== null,
    placeholderData: (previous) => previous,
  });
  const free = (data?.rows ?? []).filter(({ id, status }) => status === 'available' && id !== reserved.id);
  const offered: ChosenSpace[] = [reserved, ...free];
  // The one that was chosen may be taken at another time, of which the form tells.
  const options = offered.some(({ id }) => id === value.id) ? offered : [...offered, value];
  return (
    <FormSection title={m.reserve_space()}>
      <SelectField
        label={m.change_space()}
        options={options.map((space) => ({ value: space.id, label: formatOption(space, reserved) }))}
        value={value.id}
        onChange={({ target }) => onChange(options.find(({ id }) => id === target.value) ?? reserved)}
      />
    </FormSection>
  );
}

function formatOption({ id, name }: Pick<Space, 'id' | 'name'>, reserved: ChosenSpace): string {
  return id === reserved.id ? m.change_space_reserved({ space: name }) : name;
}
