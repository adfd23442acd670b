import { useNavigate } from 'react-router';
import { arrivalTimeState, useNavigationState } from '../navigation-state.ts';
import { paths } from '../paths.ts';
import { ArrivalForm } from '../reservations/arrival/arrival-form.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';

/** Chooses when to arrive, for the zone of the previous screen or else for any zone on the map. */
export function ArrivalTimeScreen() {
  const navigate = useNavigate();
  const zone = useNavigationState(arrivalTimeState)?.zone ?? null;
  const next = zone ? paths.reserveParking(zone.id) : paths.map;
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4">
      <ScreenHeader title="Arrival time" {...(zone ? { back: { to: next, label: `Back to ${zone.name}` } } : {})} />
      <p className="pb-6 text-muted">
        {zone
          ? `Choose when you arrive at ${zone.name}. Then pick a space.`
          : 'Choose when you arrive. Then pick a space on the map.'}
      </p>
      <ArrivalForm onChosen={() => void navigate(next)} />
    </div>
  );
}
