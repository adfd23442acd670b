import { Marker } from '@vis.gl/react-maplibre';
import type { Position } from '../../../domain/zones/distance.ts';
import { UserDot } from './user-dot.tsx';

/** Where the person is. */
export function UserMarker({ position }: { position: Position }) {
  return (
    <Marker longitude={position.lng} latitude={position.lat}>
      <UserDot />
    </Marker>
  );
}
