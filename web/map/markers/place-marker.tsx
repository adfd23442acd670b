import { Marker } from '@vis.gl/react-maplibre';
import type { Place } from '../search/search-places.ts';
import { PlaceDot } from './place-dot.tsx';

/** The place that was searched for. */
export function PlaceMarker({ place }: { place: Place }) {
  return (
    <Marker longitude={place.position.lng} latitude={place.position.lat}>
      <PlaceDot title={place.title} />
    </Marker>
  );
}
