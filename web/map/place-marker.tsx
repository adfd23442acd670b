import { Marker } from '@vis.gl/react-maplibre';
import type { Place } from './search-places.ts';

/** The place that was searched for. */
export function PlaceMarker({ place }: { place: Place }) {
  return (
    <Marker longitude={place.position.lng} latitude={place.position.lat}>
      <div role="img" aria-label={place.title} title={place.title} className="flex size-8 items-center justify-center">
        <span className="bg-ink size-4 rounded-full border-[3px] border-white shadow-md dark:border-[#1f1206]" />
      </div>
    </Marker>
  );
}
