import { useNavigate } from 'react-router';
import { m } from '#messages';
import { ArrivalForm } from '../booking/arrival/arrival-form.tsx';
import { arrivalTimeState, useNavigationState } from '../navigation-state.ts';
import { paths } from '../paths.ts';
import { ScreenHeader } from '../ui/screen-header.tsx';

/** Chooses when to arrive, for the zone of the previous screen or else for any zone on the map. */
export function ArrivalTimeScreen() {
  const navigate = useNavigate();
  const { zone, goesBack } = useNavigationState(arrivalTimeState) ?? {};
  const next = zone ? paths.reserveParking(zone.id) : paths.map;
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4">
      <ScreenHeader
        title={m.arrival_time_title()}
        {...(zone ? { back: { to: next, label: m.arrival_time_back_to_zone({ zone: zone.name }) } } : {})}
      />
      <p className="pb-6 text-muted">
        {zone ? m.arrival_time_intro_zone({ zone: zone.name }) : m.arrival_time_intro()}
      </p>
      <ArrivalForm onChosen={() => void (goesBack ? navigate(-1) : navigate(next))} />
    </div>
  );
}
