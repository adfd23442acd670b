import { startOfMinute } from 'date-fns/startOfMinute';
import { useLayoutEffect } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { describeProblem } from '../../../domain/problems.ts';
import { MIN_DURATION_HOURS } from '../../../domain/reservations/reservation.ts';
import type { ReservationLimits, ReservationProblem } from '../../../domain/reservations/times.ts';
import { Button } from '../../ui/form/button.tsx';
import { StepperField, type StepperFieldProps } from '../../ui/form/stepper-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { noteOfCountryTime, sayMoment } from '../parking-time.ts';
import {
  findReservationValuesProblem,
  getStartDates,
  parsePeriod,
  parseStart,
  type ReservationValues,
  toStartValues,
} from './reservation-values.ts';

const QUICK_HOURS = [1, 2, 3] as const;

type ReservationFieldsProps = {
  /** The limits of an operator, where it is not a driver who reserves. */
  limits?: ReservationLimits;
  /** Why the zone takes nobody at that time. */
  closing?: ReservationProblem | null;
};

/** Date, time and hours of the surrounding form, with the end of the reservation. */
export function ReservationFields({ limits, closing = null }: ReservationFieldsProps) {
  const { control, setValue, formState } = useFormContext<ReservationValues>();
  const [date, time, hours] = useWatch({ control, name: ['date', 'time', 'hours'] });
  const now = useNow();
  useStartKeepsUp(limits === undefined, now);
  const problem = findReservationValuesProblem({ date, time, hours }, now, limits) ?? closing;
  const period = parsePeriod({ date, time, hours });
  const addHours = (more: number) =>
    setValue('hours', (hours ?? 0) + more, { shouldDirty: true, shouldValidate: formState.isSubmitted });

  return (
    <>
      <StartFields
        problem={problem?.field === 'start' ? describeProblem(problem.key, problem.values) : undefined}
        now={now}
      />
      <HoursField
        error={problem?.field === 'duration' ? describeProblem(problem.key, problem.values) : undefined}
        hint={
          period
            ? sayMoment(period.endsAt, period.startsAt, m.reservation_ends_at, m.reservation_ends_on_day)
            : undefined
        }
        actions={<QuickHours onAdd={addHours} />}
      />
    </>
  );
}

/** The hours of the surrounding form. */
export function HoursField({ error, ...field }: Pick<StepperFieldProps, 'error' | 'hint' | 'actions'>) {
  const { control } = useFormContext<ReservationValues>();
  const { field: hours, fieldState } = useController({ control, name: 'hours' });
  return (
    <StepperField
      {...hours}
      {...field}
      label={m.reservation_hours_field()}
      min={MIN_DURATION_HOURS}
      error={error ?? fieldState.error?.message}
    />
  );
}

/** A start that nobody has touched moves on with the clock when it is over, as long as drivers may not start in the past. */
export function useStartKeepsUp(isForDriver: boolean, now: Date): void {
  const { formState, getValues, resetField } = useFormContext<ReservationValues>();
  const { date, time } = formState.dirtyFields;
  const keepsUp = isForDriver && !getInstallation().startsWithHour && !date && !time;
  const minute = startOfMinute(now).getTime();
  // Before the driver can type, which it would undo.
  useLayoutEffect(() => {
    const start = parseStart(getValues());
    if (!keepsUp || start === null || start.getTime() >= minute) return;
    const values = toStartValues(new Date(minute));
    resetField('date', { defaultValue: values.date });
    resetField('time', { defaultValue: values.time });
  }, [keepsUp, minute, getValues, resetField]);
}

export function QuickHours({ onAdd }: { onAdd: (hours: number) => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      {QUICK_HOURS.map((more) => (
        <Button
          key={more}
          variant="secondary"
          aria-label={m.reservation_more_hours_label({ count: more })}
          className="px-3.5 tabular-nums"
          onClick={() => onAdd(more)}
        >
          {m.reservation_more_hours({ count: more })}
        </Button>
      ))}
    </div>
  );
}

/** @param problem what is wrong with a complete start, already while it is typed */
function StartFields({ problem, now }: { problem: string | undefined; now: Date }) {
  const { register, formState, control } = useFormContext<ReservationValues>();
  const [date, time] = useWatch({ control, name: ['date', 'time'] });
  const { errors } = formState;
  const missing = {
    date: date === '' ? errors.date?.message : undefined,
    time: time === '' ? errors.time?.message : undefined,
  };
  // On today's date the time is what is wrong, on any other the date.
  const isOfTime = problem !== undefined && date === getStartDates(now).min;
  // Both fields have the same message.
  const error = missing.date ?? missing.time ?? problem;
  const inCountry = noteOfCountryTime();
  const describedBy = [error ? 'start-error' : '', inCountry ? 'start-in-country' : ''].join(' ').trim() || undefined;
  const shared = { required: true, 'aria-describedby': describedBy };
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <TextField
          label={m.reservation_date()}
          type="date"
          className="min-w-0 flex-[3_1_10rem]"
          aria-invalid={missing.date || (problem && !isOfTime) ? true : undefined}
          {...getStartDates(now)}
          {...shared}
          {...register('date')}
        />
        <TextField
          label={m.reservation_time()}
          type="time"
          className="min-w-0 flex-[2_1_9rem]"
          aria-invalid={missing.time || isOfTime ? true : undefined}
          {...shared}
          {...register('time')}
        />
      </div>
      {inCountry ? (
        <p id="start-in-country" className="-mt-1 text-sm text-muted tabular-nums">
          {inCountry}
        </p>
      ) : null}
      {error ? (
        <p id="start-error" role="alert" className="-mt-1 text-sm text-danger">
          {error}
        </p>
      ) : null}
    </>
  );
}
