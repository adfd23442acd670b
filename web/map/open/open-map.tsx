import 'maplibre-gl/dist/maplibre-gl.css';
import './open-map.css';
import { AttributionControl, Map as MapLibreMap, type MapRef, NavigationControl } from '@vis.gl/react-maplibre';
import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { useMemo, useRef, useState } from 'react';
import { logWarning } from '../../platform/log.ts';
import { useIsWide } from '../../platform/use-media.ts';
import type { ProvidedMapProps } from '../map-view-props.ts';
import { DestinationMarker } from '../markers/destination-marker.tsx';
import { PlaceMarker } from '../markers/place-marker.tsx';
import { type ChosenSpot, SpotMarkers } from '../markers/spot-markers.tsx';
import { UserMarker } from '../markers/user-marker.tsx';
import { MapLoading } from './map-loading.tsx';
import { RouteLine } from './route-line.tsx';
import { useCamera } from './use-camera.ts';
import { useCooperativeGestures } from './use-cooperative-gestures.ts';
import { useMapStyle } from './use-map-style.ts';
import { useMapWindow } from './use-map-window.ts';

/** The map drawn by MapLibre from any style of its kind. */
export function OpenMap(props: ProvidedMapProps) {
  const { initialPosition, selectedSpotId = null, route = null, fitRoute = false, label = 'Map' } = props;
  const [map, setMap] = useState<MapRef | null>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const [lastChosen, setChosen] = useState<ChosenSpot | null>(null);
  const hasStyle = useRef(false);
  const isWide = useIsWide();
  const mapStyle = useMapStyle();
  const locale = useMemo(() => ({ 'Map.Title': label }), [label]);
  // Selecting another spot elsewhere puts the info window of this one away.
  const chosen = selectedSpotId === null || selectedSpotId === lastChosen?.id ? lastChosen : null;
  const mapWindow = useMapWindow(map, props.onViewChange);
  useCooperativeGestures(map, isWide);
  useCamera(map, {
    position: initialPosition,
    padding: props.padding,
    route: fitRoute ? route : null,
    hasInfoWindow: chosen !== null,
  });

  const handleError = (error: unknown) => {
    if (!hasStyle.current) {
      props.onFailure(error);
      return;
    }
    logWarning('A part of the map is missing', error);
    // It never counts as loaded then, but the pins are on it.
    setIsLoaded(true);
  };

  return (
    <div
      className="relative size-full"
      style={{ ['--map-covered-bottom' as string]: `${props.padding?.bottom ?? 0}px` }}
    >
      {isLoaded ? null : (
        <div className="absolute inset-0">
          <MapLoading padding={props.padding} />
        </div>
      )}
      <MapLibreMap
        ref={setMap}
        mapLib={maplibre}
        // MapLibre looks for its worker beside its own file, which bundling moves away.
        workerUrl={workerUrl}
        mapStyle={mapStyle}
        initialViewState={{ longitude: initialPosition.lng, latitude: initialPosition.lat, zoom: initialPosition.zoom }}
        locale={locale}
        attributionControl={false}
        dragRotate={false}
        pitchWithRotate={false}
        touchPitch={false}
        style={{ visibility: isLoaded ? 'visible' : 'hidden' }}
        onStyleData={() => {
          hasStyle.current = true;
        }}
        onLoad={() => setIsLoaded(true)}
        onError={({ error }) => handleError(error)}
        onClick={({ lngLat: { lat, lng } }) => {
          setChosen(null);
          props.onMapClick?.({ lat, lng });
        }}
      >
        <AttributionControl compact={false} position="bottom-right" />
        {isWide ? <NavigationControl showCompass={false} position="bottom-right" /> : null}
        {route ? <RouteLine path={route} /> : null}
        {props.userLocation ? <UserMarker position={props.userLocation} /> : null}
        {props.foundPlace ? <PlaceMarker place={props.foundPlace} /> : null}
        {mapWindow ? (
          <SpotMarkers
            parkingSpots={props.parkingSpots}
            mapWindow={mapWindow}
            selectedSpotId={selectedSpotId}
            chosen={chosen}
            onChoose={setChosen}
            onMarkerClick={props.onMarkerClick}
            onViewDetails={props.onViewDetails}
          />
        ) : null}
        {props.destination ? <DestinationMarker {...props.destination} /> : null}
      </MapLibreMap>
    </div>
  );
}
