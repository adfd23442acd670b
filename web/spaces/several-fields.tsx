import { type UseFormReturn, useWatch } from 'react-hook-form';
import { createSpaceNames } from '../../domain/zones/space-names.ts';
import { TextField } from '../ui/text-field.tsx';
import type { AdminSpace } from './admin-space.ts';
import type { SpaceValues } from './space-values.ts';

const NAMES_AT_EACH_END = 3;

type SeveralFieldsProps = { form: UseFormReturn<SpaceValues>; spaces: readonly AdminSpace[] };

/** The fields for several spaces with numbered names, and a preview of the names. */
export function SeveralFields({ form: { register, control, formState }, spaces }: SeveralFieldsProps) {
  const [prefix, from, to, zoneId] = useWatch({ control, name: ['prefix', 'from', 'to', 'zoneId'] });
  const names = createSpaceNames({ prefix, from, to });
  const taken = new Set(spaces.flatMap((space) => ((space.zoneId ?? '') === zoneId ? [space.name] : [])));
  const repeated = names?.filter((name) => taken.has(name)).length ?? 0;
  return (
    <>
      <TextField
        label="Prefix"
        autoComplete="off"
        hint="Such as A-"
        error={formState.errors.prefix?.message}
        {...register('prefix')}
      />
      <div className="grid grid-cols-2 gap-3">
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
      {names === null ? null : (
        <div role="status" className="bg-canvas rounded-control p-3 text-sm">
          <p className="font-semibold">{formatCount(names.length)}</p>
          <p className="text-muted break-words">{formatPreview(names)}</p>
          {repeated > 0 ? <p className="text-danger mt-1 font-semibold">{formatRepeated(repeated)}</p> : null}
        </div>
      )}
    </>
  );
}

function formatCount(count: number): string {
  return count === 1 ? '1 space will be added' : `${count} spaces will be added`;
}

function formatPreview(names: readonly string[]): string {
  if (names.length <= 2 * NAMES_AT_EACH_END) return names.join(', ');
  return `${names.slice(0, NAMES_AT_EACH_END).join(', ')} … ${names.slice(-NAMES_AT_EACH_END).join(', ')}`;
}

function formatRepeated(count: number): string {
  return count === 1
    ? '1 of these names is already there in this zone'
    : `${count} of these names are already there in this zone`;
}
