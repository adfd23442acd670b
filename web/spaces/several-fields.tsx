import { type UseFormReturn, useWatch } from 'react-hook-form';
import { createSpaceNames } from '../../domain/zones/space-names.ts';
import { TextField } from '../ui/text-field.tsx';
import type { AdminSpace } from './admin-space.ts';
import { listNewDeviceIds, type SpaceValues } from './space-values.ts';

const NAMES_AT_EACH_END = 3;

type SeveralFieldsProps = {
  form: UseFormReturn<SpaceValues>;
  spaces: readonly AdminSpace[];
  /** The locks that the vendor lists; empty when they did not load. */
  deviceIds: readonly string[];
};

/** The fields for several spaces with numbered names and locks, and a preview of both. */
export function SeveralFields({ form: { register, control, formState }, spaces, deviceIds }: SeveralFieldsProps) {
  return (
    <>
      <TextField
        label="Prefix"
        autoComplete="off"
        hint="Such as A-"
        error={formState.errors.prefix?.message}
        {...register('prefix')}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-3">
        <TextField label="From" inputMode="numeric" autoComplete="off" {...register('from')} />
        <TextField
          label="To"
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={formState.errors.to ? true : undefined}
          {...register('to')}
        />
      </div>
      {formState.errors.to ? (
        <p role="alert" className="text-danger text-sm">
          {formState.errors.to.message}
        </p>
      ) : null}
      <TextField
        label="First lock device"
        autoComplete="off"
        hint="Such as KV-0001; each next space gets the next lock. Empty for no locks."
        error={formState.errors.firstDeviceId?.message}
        {...register('firstDeviceId')}
      />
      <Preview control={control} spaces={spaces} deviceIds={deviceIds} />
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
  if (names === null) return null;
  const takenNames = new Set(spaces.flatMap((space) => ((space.zoneId ?? '') === zoneId ? [space.name] : [])));
  const newIds = listNewDeviceIds({ prefix, from, to, firstDeviceId }) ?? [];
  const usedIds = new Set(spaces.map(({ deviceId }) => deviceId));
  const listedIds = new Set(deviceIds);
  const count = (items: readonly string[], test: (item: string) => boolean) => items.filter(test).length;
  const warnings = [
    formatRepeated(count(names, (name) => takenNames.has(name))),
    formatUsed(count(newIds, (id) => usedIds.has(id))),
    deviceIds.length === 0 ? null : formatUnlisted(count(newIds, (id) => !listedIds.has(id))),
  ].filter((warning) => warning !== null);
  return (
    <div role="status" className="bg-canvas rounded-control p-3 text-sm">
      <p className="font-semibold">{formatCount(names.length)}</p>
      <p className="text-muted wrap-anywhere">{formatPreview(names)}</p>
      {newIds.length === 0 ? null : <p className="text-muted wrap-anywhere">{formatLocks(newIds)}</p>}
      {warnings.map((warning) => (
        <p key={warning} className="text-danger mt-1 font-semibold">
          {warning}
        </p>
      ))}
    </div>
  );
}

function formatCount(count: number): string {
  return count === 1 ? '1 space will be added' : `${count} spaces will be added`;
}

function formatPreview(names: readonly string[]): string {
  if (names.length <= 2 * NAMES_AT_EACH_END) return names.join(', ');
  return `${names.slice(0, NAMES_AT_EACH_END).join(', ')} … ${names.slice(-NAMES_AT_EACH_END).join(', ')}`;
}

function formatLocks(ids: readonly string[]): string {
  return ids.length === 1 ? `Lock ${ids[0]}` : `Locks ${ids[0]} to ${ids.at(-1)}`;
}

function formatRepeated(count: number): string | null {
  if (count === 0) return null;
  return count === 1
    ? '1 of these names is already there in this zone'
    : `${count} of these names are already there in this zone`;
}

function formatUsed(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? '1 of these locks is on another space' : `${count} of these locks are on other spaces`;
}

function formatUnlisted(count: number): string | null {
  if (count === 0) return null;
  return count === 1
    ? '1 of these locks is not in the vendor’s list'
    : `${count} of these locks are not in the vendor’s list`;
}
