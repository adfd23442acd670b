import { MapPin } from 'lucide-react';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { toErrorMessage } from '../../domain/problems.ts';
import { formatCoordinates, type Position, roundPosition } from '../../domain/zones/distance.ts';
import { Button } from '../ui/form/button.tsx';
import type { MapPosition, MapZone } from './contract.ts';
import { MapView } from './map-view.tsx';
import { PlaceSearch } from './search/place-search.tsx';
import { describePosition } from './search/search-places.ts';

/** About the middle of the Dominican Republic, from so far that the towns around it are in view. */
const MIDDLE_OF_COUNTRY: MapPosition = { lat: 18.7357, lng: -70.1627, zoom: 9 };
const CLOSE_ZOOM = 15;
const COUNTRY = 'do';
const NO_ZONES: readonly MapZone[] = [];

type LocationPickerProps = {
  /** What is picked, for screen readers and for the marker. */
  label: string;
  position: Position | null;
  onPosition: (position: Position | null) => void;
  /** Called with the address of a place that was searched for, or of a position that was clicked, once it is known. */
  onAddress: (address: string) => void;
};

/** Picks a position by searching for an address or by clicking the map. */
export function LocationPicker({ label, position, onPosition, onAddress }: LocationPickerProps) {
  const [focus, setFocus] = useState<MapPosition>(() =>
    position ? { ...position, zoom: CLOSE_ZOOM } : MIDDLE_OF_COUNTRY,
  );
  const address = useAddressAt(onAddress);
  return (
    <section aria-label={label} className="flex flex-col gap-2">
      <PlaceSearch
        near={focus}
        country={COUNTRY}
        onPlace={(place) => {
          address.stop();
          onPosition(roundPosition(place.position));
          onAddress(place.address);
          setFocus({ ...place.position, zoom: CLOSE_ZOOM });
        }}
      />
      <div className="border-line isolate h-72 overflow-hidden rounded-card border">
        <MapView
          label={m.location_picker_map({ label })}
          zones={NO_ZONES}
          initialPosition={focus}
          destination={position ? { position, name: label } : null}
          onMapClick={(clicked) => {
            const picked = roundPosition(clicked);
            onPosition(picked);
            void address.request(picked);
          }}
        />
      </div>
      <div className="flex min-h-11 items-center justify-between gap-3">
        <p role="status" className="text-muted flex items-center gap-2 text-sm">
          <MapPin aria-hidden="true" className="size-4 shrink-0" />
          {position ? (
            <span className="text-ink tabular-nums">{formatCoordinates(position)}</span>
          ) : (
            m.location_picker_empty()
          )}
        </p>
        {position ? (
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              address.stop();
              onPosition(null);
            }}
          >
            {m.location_picker_clear()}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

/** Requests the address of a position; a later request or `stop` cancels it. */
function useAddressAt(onAddress: (address: string) => void) {
  const running = useRef<AbortController | null>(null);
  const stop = () => running.current?.abort();
  const request = async (position: Position) => {
    stop();
    running.current = new AbortController();
    const { signal } = running.current;
    try {
      const address = await describePosition(position, signal);
      if (address !== null && !signal.aborted) onAddress(address);
    } catch (error) {
      if (!signal.aborted) toast.error(toErrorMessage(error));
    }
  };
  return { request, stop };
}
