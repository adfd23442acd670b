import { Marker } from '@vis.gl/react-maplibre';
import { PlaceDot } from './place-dot.tsx';
import type { Place } from './search-places.ts';

/** The place that was searched for. */
export function PlaceMarker({ place }: { place: Place }) {
  return (
    <Marker longitude={place.position.lng} latitude={place.position.lat}>
      <PlaceDot title={place.title} />
    </Marker>
  );
}
