import { MapPinOff } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { m } from '#messages';
import { createLocalReservation } from '../../domain/reservations/local-reservation.ts';
import { findNearestWithSpace } from '../../domain/zones/nearest.ts';
import { SAMPLE_ZONES } from '../../domain/zones/sample-zones.ts';
import { paths } from '../paths.ts';
import { ArrivalChip } from '../reservations/arrival/arrival-chip.tsx';
import { useChosenArrival } from '../reservations/arrival/use-chosen-arrival.ts';
import { ParkNowSummary } from '../reservations/reserve/park-now-summary.tsx';
import { SAMPLE_VEHICLES } from '../samples/sample-vehicles.ts';
import { ActionBar } from '../ui/action-bar.tsx';
import { Button } from '../ui/button.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { NearbyChoice } from '../zones/nearby/nearby-choice.tsx';
import { NearbyLocating } from '../zones/nearby/nearby-locating.tsx';
import { useNearbyOrigin } from '../zones/nearby/use-nearby-origin.ts';

/** Parks at once in one of the nearest sample zones; only this device stores the stay. */
export function ParkNowScreen() {
  const navigate = useNavigate();
  const origin = useNearbyOrigin();
  const arrival = useChosenArrival();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const nearby = origin.position === null ? null : findNearestWithSpace(SAMPLE_ZONES, origin.position);
  const chosen = nearby?.find(({ zone }) => zone.id === chosenId)?.zone ?? null;

  const park = () => {
    if (chosen === null) return;
    const reservation = createLocalReservation({
      zone: chosen,
      vehicle: SAMPLE_VEHICLES[0],
      now: new Date(),
      uuid: crypto.randomUUID(),
    });
    // Going back must not start a second session.
    void navigate(paths.parkingStatus, { replace: true, state: { reservation } });
  };

  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4">
      <ScreenHeader title={m.action_park_now()} />
      <div className="flex flex-col gap-4 pb-6">
        <p className="text-muted">{m.park_now_intro()}</p>
        <ArrivalChip chosen={arrival} className={arrival.arrival ? '' : '-mb-4'} />
        {arrival.arrival ? <p className="text-muted -mt-2 text-sm">{m.park_now_not_at_arrival()}</p> : null}
        {nearby === null ? (
          <NearbyLocating onStopWaiting={origin.stopWaiting} />
        ) : (
          <>
            {origin.isOwn ? null : <WithoutLocation onRetry={origin.retry} />}
            <NearbyChoice nearby={nearby} chosenId={chosenId} onChoose={setChosenId} />
          </>
        )}
      </div>
      <ActionBar>
        <ParkNowSummary hourlyRate={chosen?.pricePerHour ?? null} />
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" className="grow px-3!" onClick={() => void navigate(paths.map)}>
            {m.park_now_cancel()}
          </Button>
          <Button className="grow px-3!" disabled={chosen === null} onClick={park}>
            {m.park_now_confirm()}
          </Button>
        </div>
      </ActionBar>
    </div>
  );
}

function WithoutLocation({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="bg-brand-wash text-brand-ink flex flex-wrap items-center gap-x-3 rounded-card py-2 pr-2 pl-4">
      <MapPinOff aria-hidden="true" className="size-5 shrink-0" />
      <p role="status" className="min-w-0 flex-[1_1_10rem] text-sm font-semibold">
        {m.park_now_distances_from_centre()}
      </p>
      <Button variant="quiet" className="ml-auto px-3! text-sm!" onClick={onRetry}>
        {m.action_try_again()}
      </Button>
    </div>
  );
}
