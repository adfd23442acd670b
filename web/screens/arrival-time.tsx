import { useState } from 'react';
import { useNavigate } from 'react-router';
import { m } from '#messages';
import { ArrivalForm } from '../booking/arrival/arrival-form.tsx';
import { chosenArrival, readChosenArrival } from '../booking/arrival/chosen-arrival.tsx';
import { getMapAddress } from '../paths.ts';
import { Button } from '../ui/form/button.tsx';
import { ActionBar } from '../ui/layout/action-bar.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { getNow } from '../ui/platform/clock.ts';

/** Chooses when to arrive, for the map. */
export function ArrivalTimeScreen() {
  const navigate = useNavigate();
  const [initial] = useState(() => readChosenArrival(getNow()));
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4">
      <ScreenHeader title={m.arrival_time_title()} />
      <p className="pb-6 text-muted">{m.arrival_time_intro()}</p>
      <ArrivalForm
        arrival={initial}
        onChosen={(arrival) => {
          chosenArrival.write(arrival);
          void navigate(getMapAddress());
        }}
      >
        <ActionBar>
          <Button type="submit">{m.action_continue()}</Button>
        </ActionBar>
      </ArrivalForm>
    </div>
  );
}
