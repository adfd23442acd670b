import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { m } from '#messages';
import { chosenArrival, readChosenArrival } from '../booking/arrival/chosen-arrival.tsx';
import { ReservationFields } from '../booking/arrival/reservation-fields.tsx';
import {
  type CompleteReservationValues,
  createReservationValues,
  parsePeriod,
  type ReservationValues,
  reservationSchema,
  toReservationValues,
} from '../booking/arrival/reservation-values.ts';
import { arrivalTimeState, useNavigationState } from '../navigation-state.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/form/button.tsx';
import { FormSection } from '../ui/form/form-section.tsx';
import { ActionBar } from '../ui/layout/action-bar.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { getNow } from '../ui/platform/clock.ts';

/** Chooses when to arrive, for the screen that it was opened from, else for the map. */
export function ArrivalTimeScreen() {
  const navigate = useNavigate();
  const goesBack = useNavigationState(arrivalTimeState) !== null;
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4">
      <ScreenHeader title={m.arrival_time_title()} />
      <p className="pb-6 text-muted">{m.arrival_time_intro()}</p>
      <ArrivalForm onChosen={() => void (goesBack ? navigate(-1) : navigate(paths.map))} />
    </div>
  );
}

function createInitialValues(now: Date): ReservationValues {
  const arrival = readChosenArrival(now);
  return arrival === null ? createReservationValues(now) : toReservationValues(arrival);
}

/** Chooses when to park. This device stores it, and every reserve form starts with it. */
export function ArrivalForm({ onChosen }: { onChosen: () => void }) {
  const form = useForm<ReservationValues, unknown, CompleteReservationValues>({
    resolver: zodResolver(reservationSchema),
    defaultValues: createInitialValues(getNow()),
  });
  const submit = form.handleSubmit((values) => {
    const arrival = parsePeriod(values);
    if (arrival === null) return;
    chosenArrival.write(arrival);
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
