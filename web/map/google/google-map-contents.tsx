import { AdvancedMarker, useMap } from '@vis.gl/react-google-maps';
import type { MapPadding, ProvidedMapProps } from '../map-view-props.ts';
import { DestinationPin } from '../markers/destination-pin.tsx';
import { PlaceDot } from '../markers/place-dot.tsx';
import type { ChosenSpot } from '../markers/spot-markers.tsx';
import { UserDot } from '../markers/user-dot.tsx';
import { GoogleRouteLine } from './google-route-line.tsx';
import { GoogleSpotMarkers } from './markers/google-spot-markers.tsx';
import { useGoogleCamera } from './use-google-camera.ts';
import { useGoogleView } from './use-google-view.ts';
import { usePlainStyle } from './use-plain-style.ts';

type GoogleMapContentsProps = ProvidedMapProps & {
  /** What covers the map, apart from what it was made smaller for. */
  covered: MapPadding;
  chosen: ChosenSpot | null;
  onChoose: (chosen: ChosenSpot | null) => void;
};

/** All that stands on the map, and where the map looks. */
export function GoogleMapContents(props: GoogleMapContentsProps) {
  const map = useMap();
  usePlainStyle(map);
  useGoogleView(map, props.onViewChange);
  const { covered, chosen, route = null, selectedSpotId = null, userLocation, foundPlace, destination } = props;
  useGoogleCamera(map, {
    position: props.initialPosition,
    padding: covered,
    route: props.fitRoute ? route : null,
    hasInfoWindow: chosen !== null,
  });
  return (
    <>
      {map && route ? <GoogleRouteLine map={map} path={route} /> : null}
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
      {map ? (
        <GoogleSpotMarkers
          map={map}
          parkingSpots={props.parkingSpots}
          selectedSpotId={selectedSpotId}
          chosen={chosen}
          onChoose={props.onChoose}
          onMarkerClick={props.onMarkerClick}
          onViewDetails={props.onViewDetails}
        />
      ) : null}
      {destination ? (
        <AdvancedMarker position={destination.position} zIndex={1}>
          <DestinationPin name={destination.name} />
        </AdvancedMarker>
      ) : null}
    </>
  );
}
