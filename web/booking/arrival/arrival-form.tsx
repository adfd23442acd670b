import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { m } from '#messages';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import { ReservationFields } from './reservation-fields.tsx';
import {
  type CompleteReservationValues,
  createReservationValues,
  parseStart,
  type ReservationValues,
  reservationSchema,
  toReservationValues,
} from './reservation-values.ts';
import { chosenArrival, readChosenArrival } from './use-chosen-arrival.ts';

function createInitialValues(now: Date): ReservationValues {
  const arrival = readChosenArrival(now);
  return arrival === null ? createReservationValues(now) : toReservationValues(arrival);
}

/** Chooses when to park. This device stores it, and every reserve form starts with it. */
export function ArrivalForm({ onChosen }: { onChosen: () => void }) {
  const form = useForm<ReservationValues, unknown, CompleteReservationValues>({
    resolver: zodResolver(reservationSchema),
    defaultValues: createInitialValues(new Date()),
  });
  const submit = form.handleSubmit((values) => {
    const start = parseStart(values);
    if (start === null) return;
    chosenArrival.write({ startTime: start.toISOString(), durationHours: values.hours });
    onChosen();
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="flex flex-1 flex-col gap-7">
        <FormSection title={m.reservation_when()}>
          <ReservationFields />
        </FormSection>
        <ActionBar>
          <Button type="submit">{m.action_continue()}</Button>
        </ActionBar>
      </form>
    </FormProvider>
  );
}
