import type { ProviderMapProps } from '../contract.ts';
import { type MapWindow, useMapSurface } from './map-surface.tsx';
import { DestinationPin, PlaceDot, UserDot } from './marker-icons.tsx';
import { ZoneMarkers } from './zone-markers.tsx';

/** Everything that stands on the map; the zones once `mapWindow` is there. */
export function MapMarks({ mapWindow, ...props }: ProviderMapProps & { mapWindow: MapWindow | null }) {
  const { Marker } = useMapSurface();
  const { userLocation, foundPlace, destination } = props;
  return (
    <>
      {userLocation ? (
        <Marker position={userLocation}>
          <UserDot />
        </Marker>
      ) : null}
      {foundPlace ? (
        <Marker position={foundPlace.position}>
          <PlaceDot title={foundPlace.title} />
        </Marker>
      ) : null}
      {mapWindow ? <ZoneMarkers {...props} mapWindow={mapWindow} /> : null}
      {destination ? (
        <Marker position={destination.position} anchor="bottom">
          <DestinationPin name={destination.name} />
        </Marker>
      ) : null}
    </>
  );
}
