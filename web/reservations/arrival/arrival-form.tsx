import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import {
  type CompleteStayValues,
  createStaySchema,
  createStayValues,
  parseStart,
  type StayValues,
  toStayValues,
} from '../reserve/reserve-values.ts';
import { chosenArrival, readChosenArrival } from './chosen-arrival.ts';
import { StayFields } from './stay-fields.tsx';

const schema = createStaySchema(() => new Date());

/** The arrival chosen before, else the present hour. */
function initialValues(now: Date): StayValues {
  const arrival = readChosenArrival(now);
  return arrival === null ? createStayValues(now) : toStayValues(arrival);
}

/** When somebody wants to park; kept on this device, and every reserve form starts with it. */
export function ArrivalForm({ onChosen }: { onChosen: () => void }) {
  const form = useForm<StayValues, unknown, CompleteStayValues>({
    resolver: zodResolver(schema),
    defaultValues: initialValues(new Date()),
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
        <FormSection title="When">
          <StayFields />
        </FormSection>
        <ActionBar>
          <Button type="submit">Continue</Button>
        </ActionBar>
      </form>
    </FormProvider>
  );
}
