import { AdvancedMarker, useMap } from '@vis.gl/react-google-maps';
import { useEffect } from 'react';
import type { Bounds, Position } from '../../../domain/zones/distance.ts';
import type { MapPadding, ProviderMapProps } from '../contract.ts';
import { ROUTE_COLOR } from '../map-settings.ts';
import { DestinationPin, PlaceDot, UserDot } from '../markers/marker-icons.tsx';
import { GoogleSpotMarkers } from './markers/google-spot-markers.tsx';
import { useGoogleCamera } from './use-google-camera.ts';
import { usePlainStyle } from './use-plain-style.ts';

type GoogleMapContentsProps = ProviderMapProps & {
  /** What covers the map, apart from the edges by which it was made smaller. */
  covered: MapPadding;
};

/** Everything on the map, and where the map looks. */
export function GoogleMapContents(props: GoogleMapContentsProps) {
  const map = useMap();
  usePlainStyle(map);
  useViewChange(map, props.onViewChange);
  const { covered, chosen, route = null, selectedSpotId = null, userLocation, foundPlace, destination } = props;
  useGoogleCamera(map, {
    position: props.initialPosition,
    padding: covered,
    route: props.fitRoute ? route : null,
    hasInfoWindow: chosen !== null,
  });
  return (
    <>
      {map && route ? <RouteLine map={map} path={route} /> : null}
      {userLocation ? (
        <AdvancedMarker position={userLocation} anchorLeft="-50%" anchorTop="-50%" zIndex={0}>
          <UserDot />
        </AdvancedMarker>
      ) : null}
      {foundPlace ? (
        <AdvancedMarker position={foundPlace.position} anchorLeft="-50%" anchorTop="-50%" zIndex={0}>
          <PlaceDot title={foundPlace.title} />
        </AdvancedMarker>
      ) : null}
      {map ? <GoogleSpotMarkers {...props} map={map} selectedSpotId={selectedSpotId} /> : null}
      {destination ? (
        <AdvancedMarker position={destination.position} zIndex={1}>
          <DestinationPin name={destination.name} />
        </AdvancedMarker>
      ) : null}
    </>
  );
}

function RouteLine({ map, path }: { map: google.maps.Map; path: readonly Position[] }) {
  useEffect(() => {
    const line = new google.maps.Polyline({
      map,
      path: [...path],
      strokeColor: ROUTE_COLOR,
      strokeWeight: 4,
      strokeOpacity: 0.8,
      clickable: false,
    });
    return () => line.setMap(null);
  }, [map, path]);
  return null;
}

/** Calls back with the visible bounds, at the start and each time a move has ended. */
function useViewChange(map: google.maps.Map | null, onViewChange: ((bounds: Bounds) => void) | undefined): void {
  useEffect(() => {
    if (map === null || onViewChange === undefined) return;
    const listener = map.addListener('idle', () => {
      const bounds = map.getBounds()?.toJSON();
      if (bounds) onViewChange(bounds);
    });
    return () => listener.remove();
  }, [map, onViewChange]);
}
