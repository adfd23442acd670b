import { useState } from 'react';
import { useNavigate } from 'react-router';
import { m } from '#messages';
import { formatMoney } from '../../domain/money/money.ts';
import { createLocalReservation } from '../../domain/reservations/local-reservation.ts';
import { PAYMENT_METHOD_LABELS } from '../../domain/reservations/payment.ts';
import { calculatePrice } from '../../domain/reservations/price.ts';
import { DEFAULT_DURATION_HOURS } from '../../domain/reservations/reservation.ts';
import { findNearestWithSpace } from '../../domain/zones/nearest.ts';
import { ArrivalChip } from '../booking/arrival/arrival-chip.tsx';
import { useChosenArrival } from '../booking/arrival/use-chosen-arrival.ts';
import { formatHours } from '../booking/parking-time.ts';
import {
  NearbyChoice,
  NearbyLocating,
  NearbyWithoutLocation,
  useNearbyOrigin,
} from '../booking/zones/nearby-choice.tsx';
import { paths } from '../paths.ts';
import { ActionBar } from '../ui/action-bar.tsx';
import { Button } from '../ui/button.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { SAMPLE_VEHICLES } from './sample-vehicles.ts';
import { SAMPLE_ZONES } from './sample-zones.ts';

/** Parks at once in one of the nearest sample zones; only this device stores the reservation. */
export function SampleParkNow() {
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
        <ArrivalChip chosen={arrival} />
        {arrival.arrival ? <p className="text-muted -mt-2 text-sm">{m.park_now_not_at_arrival()}</p> : null}
        {nearby === null ? (
          <NearbyLocating onStopWaiting={origin.stopWaiting} />
        ) : (
          <>
            {origin.isOwn ? null : <NearbyWithoutLocation onRetry={origin.retry} />}
            <NearbyChoice nearby={nearby} chosenId={chosenId} onChoose={setChosenId} />
          </>
        )}
      </div>
      <ActionBar>
        <SampleParkNowSummary hourlyRate={chosen?.pricePerHour ?? null} />
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

/** @param hourlyRate in the operator's currency; null before a zone is chosen */
function SampleParkNowSummary({ hourlyRate }: { hourlyRate: number | null }) {
  const total = hourlyRate === null ? null : calculatePrice({ hourlyRate, hours: DEFAULT_DURATION_HOURS });
  return (
    <div className="mb-1">
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <p className="text-muted">
          {m.park_now_terms({ duration: formatHours(DEFAULT_DURATION_HOURS), payment: PAYMENT_METHOD_LABELS.wallet })}
        </p>
        <p className="ml-auto flex items-baseline gap-2">
          <span className="font-semibold">{m.reservation_total()}</span>
          <output className="text-2xl font-extrabold tracking-tight tabular-nums">
            {total === null ? '–' : formatMoney(total)}
          </output>
        </p>
      </div>
      <p className="mt-1 text-sm text-muted">{m.park_now_reservations_here()}</p>
    </div>
  );
}
