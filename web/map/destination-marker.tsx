import { Marker } from '@vis.gl/react-maplibre';
import type { Position } from '../../domain/distance.ts';
import { Pin } from './pin.tsx';

/** Where a trip goes. */
export function DestinationMarker({ position, name }: { position: Position; name: string }) {
  return (
    <Marker longitude={position.lng} latitude={position.lat} anchor="bottom">
      <div role="img" aria-label={name} title={name}>
        <Pin isFull={false} />
      </div>
    </Marker>
  );
}
