import { clsx } from 'clsx';
import { LoaderCircle, LocateFixed, X } from 'lucide-react';
import { lazy, type Ref, Suspense, useState } from 'react';
import { m } from '#messages';
import { PlaceSearch } from '../../map/search/place-search.tsx';
import type { useMapSelection } from '../../map/use-map-selection.ts';
import type { useUserLocation } from '../../map/use-user-location.ts';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { deviceStorage } from '../../ui/platform/device-storage.ts';
import { getTicketsKey } from '../keys.ts';
import { useFavourites } from './favourites.ts';

// The first map does not wait for what most drivers do not have.
const CurrentReservationBanner = lazy(async () => ({
  default: (await import('../current/current-reservation-banner.tsx')).CurrentReservationBanner,
}));

const MAP_BUTTON_CLASS = 'bg-raised shadow-float border-line size-12! border';

type MapTopProps = {
  /** Called when a search has found a place. */
  onFound: () => void;
  selection: ReturnType<typeof useMapSelection>;
  user: Pick<ReturnType<typeof useUserLocation>, 'isLocating' | 'hint'> & { locate: () => void };
  ref: Ref<HTMLDivElement>;
};

/** The current reservation, the search and the locate button above the map. */
export function MapTop({ onFound, selection, user, ref }: MapTopProps) {
  const [isHintOpen, setIsHintOpen] = useState(false);
  // Where this device keeps a ticket, the search comes with its banner, which would otherwise move it.
  const [isWaiting] = useState(() => deviceStorage.getItem(getTicketsKey()) !== null);
  const favourites = useFavourites().flatMap(({ id, name, address, position }) =>
    position === null ? [] : [{ id, title: name, detail: address, address, position }],
  );
  const search = (
    <div className="flex gap-2">
      <PlaceSearch
        near={selection.focus}
        favourites={favourites}
        shownTitle={selection.foundPlace?.title ?? ''}
        onPlace={(place) => {
          if (favourites.includes(place)) return selection.select(place);
          selection.showPlace(place);
          onFound();
        }}
        onClear={selection.removePlace}
      />
      <IconButton
        icon={user.isLocating ? LoaderCircle : LocateFixed}
        label={m.map_use_current_location()}
        aria-busy={user.isLocating}
        disabled={user.isLocating}
        onClick={() => {
          setIsHintOpen(true);
          user.locate();
        }}
        className={clsx(MAP_BUTTON_CLASS, 'text-brand-ink', user.isLocating && '[&>svg]:animate-spin')}
      />
    </div>
  );
  return (
    <div ref={ref} className="pointer-events-none! flex flex-col gap-2 p-3 *:pointer-events-auto md:p-0">
      <Suspense fallback={null}>
        <CurrentReservationBanner />
        {isWaiting ? search : null}
      </Suspense>
      {isWaiting ? null : search}
      {user.hint === null || !isHintOpen ? null : (
        <div className="bg-raised shadow-float flex items-start self-start rounded-card pl-4">
          <p role="status" className="text-muted py-2.5 text-sm">
            {user.hint}
          </p>
          <IconButton icon={X} label={m.action_close()} onClick={() => setIsHintOpen(false)} className="text-muted" />
        </div>
      )}
    </div>
  );
}
