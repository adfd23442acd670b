import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { m } from '#messages';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import { StayFields } from './stay-fields.tsx';
import {
  type CompleteStayValues,
  createStayValues,
  parseStart,
  type StayValues,
  staySchema,
  toStayValues,
} from './stay-values.ts';
import { chosenArrival, readChosenArrival } from './use-chosen-arrival.ts';

function createInitialValues(now: Date): StayValues {
  const arrival = readChosenArrival(now);
  return arrival === null ? createStayValues(now) : toStayValues(arrival);
}

/** Chooses when to park. This device stores it, and every reserve form starts with it. */
export function ArrivalForm({ onChosen }: { onChosen: () => void }) {
  const form = useForm<StayValues, unknown, CompleteStayValues>({
    resolver: zodResolver(staySchema),
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
        <FormSection title={m.stay_when()}>
          <StayFields />
        </FormSection>
        <ActionBar>
          <Button type="submit">{m.action_continue()}</Button>
        </ActionBar>
      </form>
    </FormProvider>
  );
}
