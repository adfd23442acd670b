import { CarFront, CircleParking, Construction, type LucideIcon } from 'lucide-react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { m } from '#messages';
import { textSchema } from '../../../domain/field-schemas.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { ChoiceCard } from '../../ui/form/choice-card.tsx';
import { DateTimeField } from '../../ui/form/date-time-field.tsx';
import { registerFields } from '../../ui/form/register-fields.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { formatTime } from '../../ui/platform/format-time.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import type { AdminSpace } from './admin-space.ts';
import type { SettableStatus } from './resolutions.ts';

const LONGEST_MS = 366 * 86_400_000;

const isWithinAYear = (time: Date) =>
  time.getTime() > getNow().getTime() && time.getTime() < getNow().getTime() + LONGEST_MS;

/** The values of the form. */
export const statusValuesSchema = z
  .object({
    status: z.enum(['available', 'occupied', 'maintenance']),
    reason: textSchema(TEXT_LIMITS.statusReason),
    startsAt: z.date().nullable(),
    endsAt: z.date().nullable(),
  })
  .refine(({ status, reason }) => status !== 'maintenance' || reason.trim() !== '', {
    path: ['reason'],
    message: m.problem_status_reason_required(),
  })
  .refine(({ status, endsAt }) => status === 'available' || endsAt === null || isWithinAYear(endsAt), {
    path: ['endsAt'],
    message: m.problem_status_end_out_of_range(),
  })
  .refine(
    ({ status, startsAt, endsAt }) =>
      status !== 'maintenance' || startsAt === null || (isWithinAYear(startsAt) && !(endsAt && endsAt <= startsAt)),
    { path: ['startsAt'], message: m.problem_status_start_out_of_range() },
  )
  // Only what goes out of service is planned.
  .transform((values) => (values.status === 'maintenance' ? values : { ...values, startsAt: null }));

const CHOICES: readonly { value: SettableStatus; label: string; detail: string; icon: LucideIcon }[] = [
  {
    value: 'available',
    label: m.space_status_available(),
    detail: m.set_status_available_detail(),
    icon: CircleParking,
  },
  { value: 'occupied', label: m.space_status_occupied(), detail: m.set_status_occupied_detail(), icon: CarFront },
  {
    value: 'maintenance',
    label: m.set_status_out_of_service(),
    detail: m.set_status_out_of_service_detail(),
    icon: Construction,
  },
];

/** The status, and why and until when it holds. */
export function StatusFields({ form }: { form: UseFormReturn<StatusValues> }) {
  const { control, register, formState } = form;
  const now = useNow();
  const time = (name: 'startsAt' | 'endsAt', label: string, hint: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur } }) => (
        <DateTimeField
          label={label}
          hint={hint}
          error={formState.errors[name]?.message}
          value={value}
          min={now}
          max={null}
          onChange={onChange}
          onBlur={onBlur}
        />
      )}
    />
  );
  const status = useWatch({ control, name: 'status' });
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-semibold">{m.set_status_choice()}</legend>
        <div className="grid gap-2 sm:grid-cols-3">
          {CHOICES.map((choice) => (
            <ChoiceCard key={choice.value} {...choice} {...register('status')} />
          ))}
        </div>
      </fieldset>
      {status === 'available' ? null : (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label={m.set_status_reason()}
            className="sm:col-span-2"
            hint={m.set_status_reason_hint()}
            {...registerFields(form)('reason')}
          />
          {status === 'maintenance' ? time('startsAt', m.set_status_from(), m.set_status_from_hint()) : null}
          {time('endsAt', m.set_status_until(), m.set_status_until_hint())}
        </div>
      )}
    </>
  );
}

export type StatusValues = z.infer<typeof statusValuesSchema>;

/** What the first space has now; reservations make a space that is available reserved. */
export function toStatusValues({ status, override }: AdminSpace): StatusValues {
  return {
    status: override?.startsAt ? 'maintenance' : status === 'reserved' ? 'available' : status,
    reason: override?.reason ?? '',
    startsAt: override?.startsAt ? new Date(override.startsAt) : null,
    endsAt: override?.endsAt ? new Date(override.endsAt) : null,
  };
}

/** Why and until when an operator gave a space its status; nothing when nobody said so. */
export function StatusNote({ space: { override } }: { space: AdminSpace }) {
  if (override === null || (override.reason === null && override.endsAt === null)) return null;
  return (
    <div className="text-muted text-sm wrap-anywhere">
      {override.reason === null ? null : <p className="line-clamp-3">{override.reason}</p>}
      {override.startsAt === null ? null : (
        <p className="tabular-nums">{m.set_status_planned({ time: formatTime(override.startsAt) })}</p>
      )}
      {override.endsAt === null ? null : (
        <p className="tabular-nums">{m.set_status_ends({ time: formatTime(override.endsAt) })}</p>
      )}
    </div>
  );
}
