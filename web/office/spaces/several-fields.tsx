import { type UseFormReturn, useWatch } from 'react-hook-form';
import { m } from '#messages';
import { createSpaceNames } from '../../../domain/zones/space-names.ts';
import type { AdminSpace } from '../../booking/space-status/admin-space.ts';
import { registerFields } from '../../ui/form/register-fields.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { listNewDeviceIds, listTakenNames, type SpaceValues } from './space-values.ts';

const NAMES_AT_EACH_END = 3;

type SeveralFieldsProps = {
  form: UseFormReturn<SpaceValues>;
  spaces: readonly AdminSpace[];
  /** The locks that the vendor lists; empty when they did not load. */
  deviceIds: readonly string[];
};

/** The fields for several spaces with numbered names and locks, and a preview of both. */
export function SeveralFields({ form, spaces, deviceIds }: SeveralFieldsProps) {
  const field = registerFields(form);
  // Both numbers are wrong together, so that it stands below them.
  const { error: rangeError, ...to } = field('to');
  return (
    <>
      <TextField label={m.space_several_prefix()} hint={m.space_several_prefix_hint()} {...field('prefix')} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-3">
        <TextField label={m.space_several_from()} inputMode="numeric" {...field('from')} />
        <TextField
          label={m.space_several_to()}
          inputMode="numeric"
          aria-invalid={rangeError ? true : undefined}
          {...to}
        />
      </div>
      {rangeError ? (
        <p role="alert" className="text-danger text-sm">
          {rangeError}
        </p>
      ) : null}
      <TextField
        label={m.space_several_first_device()}
        hint={m.space_several_first_device_hint()}
        {...field('firstDeviceId')}
      />
      <Preview control={form.control} spaces={spaces} deviceIds={deviceIds} />
    </>
  );
}

type PreviewProps = Pick<SeveralFieldsProps, 'spaces' | 'deviceIds'> & Pick<SeveralFieldsProps['form'], 'control'>;

function Preview({ control, spaces, deviceIds }: PreviewProps) {
  const [prefix, from, to, zoneId, firstDeviceId] = useWatch({
    control,
    name: ['prefix', 'from', 'to', 'zoneId', 'firstDeviceId'],
  });
  const names = createSpaceNames({ prefix, from, to });
  if (names === null) {
    return (
      <p role="status" className="text-muted text-sm">
        {m.space_several_no_preview()}
      </p>
    );
  }
  const takenNames = listTakenNames({ prefix, from, to, zoneId }, spaces);
  const newIds = listNewDeviceIds({ prefix, from, to, firstDeviceId }) ?? [];
  const usedIds = new Set(spaces.map(({ deviceId }) => deviceId));
  const listedIds = new Set(deviceIds);
  const warnings = [
    { message: m.space_several_names_taken, found: takenNames },
    { message: m.space_several_locks_used, found: newIds.filter((id) => usedIds.has(id)) },
    {
      message: m.space_several_locks_unlisted,
      found: deviceIds.length === 0 ? [] : newIds.filter((id) => !listedIds.has(id)),
    },
  ].flatMap(({ message, found }) => (found.length === 0 ? [] : [message({ count: found.length })]));
  return (
    <div role="status" className="bg-canvas rounded-control p-3 text-sm">
      <p className="font-semibold">{m.space_several_count({ count: names.length })}</p>
      <p className="text-muted wrap-anywhere">{formatPreview(names)}</p>
      {newIds.length === 0 ? null : <p className="text-muted wrap-anywhere">{formatLocks(newIds)}</p>}
      {takenNames.length === 0 ? null : (
        <p className="text-danger wrap-anywhere">{m.space_several_taken({ names: formatPreview(takenNames) })}</p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="text-danger mt-1 font-semibold">
          {warning}
        </p>
      ))}
    </div>
  );
}

function formatPreview(names: readonly string[]): string {
  if (names.length <= 2 * NAMES_AT_EACH_END) return names.join(', ');
  return `${names.slice(0, NAMES_AT_EACH_END).join(', ')} … ${names.slice(-NAMES_AT_EACH_END).join(', ')}`;
}

function formatLocks(ids: readonly string[]): string {
  const [first = '', last = ''] = [ids[0], ids.at(-1)];
  return ids.length === 1 ? m.space_several_lock({ device: first }) : m.space_several_locks({ first, last });
}
