import { format, isSameDay } from 'date-fns';
import { CircleCheck, CircleX } from 'lucide-react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { MIN_DURATION_HOURS } from '../../domain/reservation.ts';
import { Button } from '../ui/button.tsx';
import { StepperField } from '../ui/stepper-field.tsx';
import { INPUT_CLASS } from '../ui/text-field.tsx';
import { ReserveSection } from './reserve-section.tsx';
import { type CompleteReserveValues, endOfValues, type ReserveValues, startOfValues } from './reserve-values.ts';
import { useReserveAvailability } from './use-reserve-availability.ts';

const QUICK_HOURS = [1, 2, 3] as const;

type ReserveWhenProps = {
  form: UseFormReturn<ReserveValues, unknown, CompleteReserveValues>;
  spaceId: string;
};

/** Date, time and hours, with the end they come to and whether the space is free then. */
export function ReserveWhen({ form, spaceId }: ReserveWhenProps) {
  const { control, register, setValue, formState } = form;
  const [date, time, hours] = useWatch({ control, name: ['date', 'time', 'hours'] });
  const startTime = startOfValues({ date, time });
  const endTime = endOfValues({ date, time, hours });
  const { errors, isSubmitted } = formState;
  // Both fields share the sentence, so it is said once.
  const startError = errors.date?.message ?? errors.time?.message;
  const startProps = { 'aria-describedby': startError ? 'reserve-start-error' : undefined, className: INPUT_CLASS };

  return (
    <ReserveSection title="When">
      <div className="grid grid-cols-[3fr_2fr] gap-3">
        <label className="flex flex-col gap-1.5">
          <span className="text-sm font-semibold">Date</span>
          <input
            type="date"
            required
            aria-invalid={errors.date ? true : undefined}
            {...startProps}
            {...register('date')}
          />
        </label>
        <label className="flex flex-col gap-1.5">
          <span className="text-sm font-semibold">Time</span>
          <input
            type="time"
            required
            aria-invalid={errors.time ? true : undefined}
            {...startProps}
            {...register('time')}
          />
        </label>
      </div>
      {startError ? (
        <p id="reserve-start-error" role="alert" className="-mt-1 text-sm text-danger">
          {startError}
        </p>
      ) : null}
      <div className="grid grid-cols-[1fr_auto] items-start gap-3">
        <Controller
          control={control}
          name="hours"
          render={({ field, fieldState }) => (
            <StepperField
              label="Duration (hours)"
              min={MIN_DURATION_HOURS}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={fieldState.error?.message}
              hint={startTime && endTime ? endSentence(startTime, endTime) : undefined}
            />
          )}
        />
        <div className="flex gap-2 pt-6.5">
          {QUICK_HOURS.map((more) => (
            <Button
              key={more}
              variant="secondary"
              aria-label={more === 1 ? '+1h, add 1 hour' : `+${more}h, add ${more} hours`}
              className="px-3.5 tabular-nums"
              onClick={() => setValue('hours', (hours ?? 0) + more, { shouldDirty: true, shouldValidate: isSubmitted })}
            >
              {`+${more}h`}
            </Button>
          ))}
        </div>
      </div>
      <Availability isFree={useReserveAvailability({ spaceId, startTime, endTime })} />
    </ReserveSection>
  );
}

function endSentence(start: Date, end: Date): string {
  return isSameDay(start, end)
    ? `Ends at ${format(end, 'h:mm a')}`
    : `Ends on ${format(end, 'MMM dd, yyyy')} at ${format(end, 'h:mm a')}`;
}

function Availability({ isFree }: { isFree: boolean | undefined }) {
  return (
    <div role="status" className="min-h-6 text-sm font-semibold">
      {isFree === true ? (
        <p className="flex items-center gap-2 text-positive">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
          Free at this time
        </p>
      ) : null}
      {isFree === false ? (
        <p className="flex items-center gap-2 text-danger">
          <CircleX aria-hidden="true" className="size-5 shrink-0" />
          Taken for part of this time. Try another time.
        </p>
      ) : null}
    </div>
  );
}
