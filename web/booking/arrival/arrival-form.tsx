import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { m } from '#messages';
import { addDays } from '../../../domain/days/country-time.ts';
import type { Period } from '../../../domain/days/period.ts';
import { Sheet } from '../../ui/feedback/sheet.tsx';
import { Button } from '../../ui/form/button.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { ToggleChip } from '../zones/amenity-filter.tsx';
import { ReservationFields } from './reservation-fields.tsx';
import {
  type CompleteReservationValues,
  createReservationValues,
  parsePeriod,
  type ReservationValues,
  reservationValuesSchema,
  toReservationValues,
  toStartValues,
} from './reservation-values.ts';

type ArrivalFormProps = {
  arrival: Period | null;
  onChosen: (arrival: Period) => void;
  /** The button that submits. */
  children: ReactNode;
};

type ArrivalSheetProps = Pick<ArrivalFormProps, 'arrival' | 'onChosen'> & { onClose: () => void };

/** Chooses when to park without leaving the screen. */
export function ArrivalSheet({ arrival, onChosen, onClose }: ArrivalSheetProps) {
  return (
    <Sheet title={m.arrival_time_title()} isOpen onClose={onClose}>
      <ArrivalForm
        arrival={arrival}
        onChosen={(next) => {
          onChosen(next);
          onClose();
        }}
      >
        <Button type="submit" className="mt-2">
          {m.action_continue()}
        </Button>
      </ArrivalForm>
    </Sheet>
  );
}

export function ArrivalForm({ arrival, onChosen, children }: ArrivalFormProps) {
  const form = useForm<ReservationValues, unknown, CompleteReservationValues>({
    resolver: zodResolver(reservationValuesSchema),
    defaultValues: arrival === null ? createReservationValues(getNow()) : toReservationValues(arrival),
  });
  const submit = form.handleSubmit((values) => {
    const next = parsePeriod(values);
    if (next !== null) onChosen(next);
  });
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="flex flex-1 flex-col gap-4"
        onSubmit={(event) => {
          // React tells a form around the sheet too.
          event.stopPropagation();
          void submit(event);
        }}
      >
        <DayChoice />
        <ReservationFields />
        {children}
      </form>
    </FormProvider>
  );
}

/** The days on which most drivers arrive. */
function DayChoice() {
  const { control, setValue, formState } = useFormContext<ReservationValues>();
  const chosen = useWatch({ control, name: 'date' });
  const now = useNow();
  const days = [
    { label: m.arrival_today(), day: now },
    { label: m.arrival_tomorrow(), day: addDays(now, 1) },
  ];
  return (
    <div className="flex gap-2">
      {days.map(({ label, day }) => {
        const { date } = toStartValues(day);
        return (
          <ToggleChip
            key={label}
            isOn={date === chosen}
            onClick={() => setValue('date', date, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
          >
            {label}
          </ToggleChip>
        );
      })}
    </div>
  );
}
