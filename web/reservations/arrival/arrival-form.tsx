import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import {
  arrivalSchema,
  type CompleteStayValues,
  defaultStayValues,
  type StayValues,
  startOfValues,
  valuesOfStay,
} from '../reserve/reserve-values.ts';
import { chosenArrival, chosenArrivalAt } from './chosen-arrival.ts';
import { ReserveSection } from './reserve-section.tsx';
import { StayFields } from './stay-fields.tsx';

const schema = arrivalSchema(() => new Date());

/** The arrival chosen before, else the present hour. */
function initialValues(now: Date): StayValues {
  const arrival = chosenArrivalAt(now);
  return arrival === null ? defaultStayValues(now) : valuesOfStay(arrival);
}

/** When somebody wants to park; kept on this device, and every reserve form starts with it. */
export function ArrivalForm({ onChosen }: { onChosen: () => void }) {
  const form = useForm<StayValues, unknown, CompleteStayValues>({
    resolver: zodResolver(schema),
    defaultValues: initialValues(new Date()),
  });
  const submit = form.handleSubmit((values) => {
    const start = startOfValues(values);
    if (start === null) return;
    chosenArrival.write({ startTime: start.toISOString(), durationHours: values.hours });
    onChosen();
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="flex flex-1 flex-col gap-7">
        <ReserveSection title="When">
          <StayFields />
        </ReserveSection>
        <ActionBar>
          <Button type="submit">Continue</Button>
        </ActionBar>
      </form>
    </FormProvider>
  );
}
