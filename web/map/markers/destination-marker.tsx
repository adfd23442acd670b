import { Marker } from '@vis.gl/react-maplibre';
import type { Destination } from '../map-view-props.ts';
import { DestinationPin } from './destination-pin.tsx';

/** Where a trip goes. */
export function DestinationMarker({ position, name }: Destination) {
  return (
    <Marker longitude={position.lng} latitude={position.lat} anchor="bottom">
      <DestinationPin name={name} />
    </Marker>
  );
}
