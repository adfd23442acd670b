import { CircleQuestionMark } from 'lucide-react';
import { type Ref, useState } from 'react';
import { m } from '#messages';
import { CurrentReservationBanner } from '../booking/current/current-reservation-banner.tsx';
import { LocateButton } from '../map/locate-button.tsx';
import { PlaceSearch } from '../map/search/place-search.tsx';
import type { useUserLocation } from '../map/use-user-location.ts';
import { IconButton } from '../ui/icon-button.tsx';
import type { useMapSelection } from './use-map-selection.ts';
import { useRateEndedStay } from './use-rate-ended-stay.ts';

type MapTopProps = {
  selection: ReturnType<typeof useMapSelection>;
  user: ReturnType<typeof useUserLocation>;
  /** Delays the search until more important content is shown. */
  isWaiting: boolean;
  ref: Ref<HTMLDivElement>;
};

/** The current reservation, the search and the locate button above the map. */
export function MapTop({ selection, user, isWaiting, ref }: MapTopProps) {
  const [isHintOpen, setIsHintOpen] = useState(false);
  return (
    <div ref={ref} className="pointer-events-none! flex flex-col gap-2 p-3 *:pointer-events-auto md:p-0">
      <CurrentReservationBanner onEnded={useRateEndedStay()} />
      <div className="flex gap-2">
        <PlaceSearch
          isWaiting={isWaiting}
          near={selection.focus}
          onPlace={selection.showPlace}
          onClear={selection.removePlace}
        />
        <LocateButton isLocating={user.isLocating} onClick={() => void user.locate()} />
        {user.hint === null ? null : (
          <IconButton
            icon={CircleQuestionMark}
            label={m.map_why_no_location()}
            aria-expanded={isHintOpen}
            onClick={() => setIsHintOpen(!isHintOpen)}
            className="bg-raised shadow-float border-line text-muted size-12! border"
          />
        )}
      </div>
      {user.hint === null || !isHintOpen ? null : (
        <p role="status" className="bg-raised shadow-float text-muted self-start rounded-card px-4 py-2.5 text-sm">
          {user.hint}
        </p>
      )}
    </div>
  );
}
