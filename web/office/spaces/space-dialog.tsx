import { zodResolver } from '@hookform/resolvers/zod';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { m } from '#messages';
import { formatMoney, getCurrencySymbol } from '../../../domain/money/money.ts';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import type { AdminSpace } from '../../booking/space-status/admin-space.ts';
import type { ZonePrice } from '../../booking/zones/zone-choices.ts';
import { DialogButtons } from '../../ui/feedback/dialog-actions.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { Button } from '../../ui/form/button.tsx';
import { useNewerValues } from '../../ui/form/newer-values-notice.tsx';
import { registerFields } from '../../ui/form/register-fields.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { NumberField, TextField } from '../../ui/form/text-field.tsx';
import { RowHistory } from '../audit/entry-list.tsx';
import { parsePrice } from '../zones/admin-zone.ts';
import { SeveralFields } from './several-fields.tsx';
import {
  createSpaceValuesSchema,
  listSpaceFields,
  type SpaceValues,
  toSpaceChanges,
  toSpaceValues,
} from './space-values.ts';
import { createSpaces, type SpaceChanges, updateSpace, useSpaceWrite } from './spaces.ts';

type SpaceDialogProps = {
  /** Null for a new one. */
  space: AdminSpace | null;
  /** The zone of a new one. */
  zoneId?: string;
  spaces: readonly AdminSpace[];
  zones: readonly ZonePrice[];
  deviceIds: readonly string[];
  onClose: () => void;
};

export function SpaceDialog({ space: opened, zoneId = '', spaces, zones, deviceIds, onClose }: SpaceDialogProps) {
  // Replaced when somebody else changes the space meanwhile.
  const [space, setSpace] = useState(opened);
  const form = useForm<SpaceValues>({
    resolver: zodResolver(createSpaceValuesSchema(spaces)),
    defaultValues: toSpaceValues(space, zones, zoneId),
  });
  const field = registerFields(form);
  const newerValues = useNewerValues(form, listSpaceFields(zones), m.problem_space_changed_meanwhile());
  const isSeveral = useWatch({ control: form.control, name: 'isSeveral' });
  const { mutate, isPending } = useSpaceWrite(
    async (changes: SpaceChanges[]) =>
      space !== null && changes[0] ? updateSpace(space, changes[0]) : createSpaces(changes),
    ({ length }) => (space === null ? m.space_created({ count: length }) : m.space_updated()),
  );
  const submit = form.handleSubmit((values) =>
    mutate(toSpaceChanges(values, zones), {
      onSuccess: (newer) => {
        if (!newer) return onClose();
        newerValues.merge(toSpaceValues(space, zones), toSpaceValues(newer, zones));
        setSpace(newer);
      },
    }),
  );

  return (
    <Modal
      open
      size="medium"
      isClosable={!isPending}
      onClose={onClose}
      title={opened === null ? m.space_admin_add() : m.space_dialog_edit()}
      {...(opened === null ? {} : { description: formatSpaceInZone(opened) })}
    >
      <form noValidate onSubmit={submit} aria-busy={isPending} className="flex flex-col gap-4">
        {newerValues.notice}
        {space === null ? (
          <SwitchField
            label={m.space_dialog_several()}
            detail={m.space_dialog_several_detail()}
            {...form.register('isSeveral')}
          />
        ) : null}
        {isSeveral ? (
          <SeveralFields form={form} spaces={spaces} deviceIds={deviceIds} />
        ) : (
          <TextField label={m.field_name()} {...field('name')} />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={m.field_zone()}
            options={[
              { value: '', label: m.space_dialog_no_zone() },
              ...zones.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...field('zoneId')}
          />
          <TextField label={m.field_location()} {...field('location')} />
          <TextField label={m.space_field_hint()} placeholder={m.space_field_hint_example()} {...field('hint')} />
          {isSeveral ? null : (
            <SelectField
              label={m.space_field_lock_device()}
              options={[
                { value: '', label: m.space_table_no_device() },
                ...listDeviceOptions(deviceIds, spaces, space),
              ]}
              {...field('deviceId')}
            />
          )}
          <NumberField
            label={m.space_field_rate({ symbol: getCurrencySymbol() })}
            min={0}
            step={0.01}
            {...field('hourlyRate', { setValueAs: parsePrice })}
          />
        </div>
        <RateWarning form={form} zones={zones} />
        <DialogButtons label={m.action_save()} isPending={isPending} onCancel={onClose} />
      </form>
      {space === null ? null : (
        <RowHistory
          subject={{
            tables: ['parking_spaces', 'space_status_overrides', 'locks'],
            ids: space.deviceId === null ? [space.id] : [space.id, space.deviceId],
          }}
        />
      )}
    </Modal>
  );
}

/** The locks to choose from, each with the other space that has it; with the space's own, which the vendor may not list. */
function listDeviceOptions(deviceIds: readonly string[], spaces: readonly AdminSpace[], edited: AdminSpace | null) {
  const own = edited?.deviceId;
  const ids = own && !deviceIds.includes(own) ? [own, ...deviceIds] : deviceIds;
  const spaceByDevice = new Map(spaces.flatMap((space) => (space.id === edited?.id ? [] : [[space.deviceId, space]])));
  return ids.map((id) => {
    const other = spaceByDevice.get(id);
    if (other === undefined) return { value: id, label: id };
    return { value: id, label: m.space_dialog_device_elsewhere({ device: id, space: formatSpaceInZone(other) }) };
  });
}

type RateWarningProps = { form: UseFormReturn<SpaceValues>; zones: readonly ZonePrice[] };

/** Says that the rate differs from the price of the chosen zone, with a button that takes the price over. */
function RateWarning({ form: { control, setValue, setFocus }, zones }: RateWarningProps) {
  const [zoneId, hourlyRate] = useWatch({ control, name: ['zoneId', 'hourlyRate'] });
  const zone = zones.find(({ id }) => id === zoneId);
  const price = formatMoney(zone?.pricePerHour ?? 0);
  const rate = formatMoney(hourlyRate);
  const takePriceOver = (pricePerHour: number) => {
    setValue('hourlyRate', pricePerHour, { shouldDirty: true, shouldValidate: true });
    // The button goes away with the warning.
    setFocus('hourlyRate');
  };
  return (
    <div role="status" className="-mt-2 empty:hidden">
      {zone === undefined || price === rate ? null : (
        <div className="bg-brand-wash text-brand-ink flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control p-3 text-sm">
          <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
          <p className="min-w-40 flex-1 wrap-anywhere">{m.space_rate_differs({ zone: zone.name, price, rate })}</p>
          <Button variant="secondary" size="small" onClick={() => takePriceOver(zone.pricePerHour)}>
            {m.space_rate_use({ price })}
          </Button>
        </div>
      )}
    </div>
  );
}
