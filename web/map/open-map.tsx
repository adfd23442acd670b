import 'maplibre-gl/dist/maplibre-gl.css';
import './open-map.css';
import { AttributionControl, Map as MapLibreMap, type MapRef, NavigationControl } from '@vis.gl/react-maplibre';
import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { useMemo, useRef, useState } from 'react';
import { logWarning } from '../platform/log.ts';
import { useIsWide } from '../platform/use-media.ts';
import { InfoWindow } from './info-window.tsx';
import { MapLoading } from './map-loading.tsx';
import type { MapViewProps } from './map-view-props.ts';
import { RouteLine } from './route-line.tsx';
import { SpotMarker } from './spot-marker.tsx';
import { useCamera } from './use-camera.ts';
import { useCooperativeGestures } from './use-cooperative-gestures.ts';
import { useMapStyle } from './use-map-style.ts';
import { UserMarker } from './user-marker.tsx';

// The library finds its worker beside its own file, which bundling moves away.
maplibre.setWorkerUrl(workerUrl);

type OpenMapProps = MapViewProps & {
  /** Called when the map cannot be shown at all: no graphics, or no style. */
  onFailure: (cause: unknown) => void;
};

/** Gives the focus back to the marker whose window is put away. */
function focusMarker(spotId: string) {
  document.querySelector<HTMLElement>(`[data-spot-id="${CSS.escape(spotId)}"]`)?.focus();
}

/** The map drawn by MapLibre from any style of its kind. */
export function OpenMap({
  parkingSpots,
  initialPosition,
  selectedSpotId = null,
  userLocation = null,
  onMarkerClick,
  onMapClick,
  onViewDetails,
  route = null,
  fitRoute = false,
  padding,
  label = 'Map',
  children,
  onFailure,
}: OpenMapProps) {
  const [map, setMap] = useState<MapRef | null>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const [chosen, setChosen] = useState<{ spotId: string; byKeyboard: boolean } | null>(null);
  const hasStyle = useRef(false);
  const mapStyle = useMapStyle();
  const isWide = useIsWide();
  // Selecting another spot elsewhere puts the info window of this one away.
  const chosenSpot =
    chosen !== null && (selectedSpotId === null || selectedSpotId === chosen.spotId)
      ? parkingSpots.find(({ id }) => id === chosen.spotId)
      : undefined;
  const locale = useMemo(() => ({ 'Map.Title': label }), [label]);
  useCooperativeGestures(map, isWide);
  useCamera(map, { position: initialPosition, padding, route: fitRoute ? route : null, hasInfoWindow: !!chosenSpot });

  return (
    <div className="relative size-full" style={{ ['--map-covered-bottom' as string]: `${padding?.bottom ?? 0}px` }}>
      {isLoaded ? null : (
        <div className="absolute inset-0">
          <MapLoading />
        </div>
      )}
      <MapLibreMap
        ref={setMap}
        mapLib={maplibre}
        mapStyle={mapStyle}
        initialViewState={{
          longitude: initialPosition.lng,
          latitude: initialPosition.lat,
          zoom: initialPosition.zoom,
        }}
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
        onError={({ error }) => {
          if (!hasStyle.current) {
            onFailure(error);
            return;
          }
          logWarning('A part of the map is missing', error);
          // It never counts as loaded then, but the pins are on it.
          setIsLoaded(true);
        }}
        onClick={({ lngLat }) => {
          setChosen(null);
          onMapClick?.({ lat: lngLat.lat, lng: lngLat.lng });
        }}
      >
        <AttributionControl compact={false} position="bottom-right" />
        {isWide ? <NavigationControl showCompass={false} position="bottom-right" /> : null}
        {route === null ? null : <RouteLine path={route} />}
        {userLocation === null ? null : <UserMarker position={userLocation} />}
        {parkingSpots.map((spot) => (
          <SpotMarker
            key={spot.id}
            spot={spot}
            isSelected={spot.id === selectedSpotId}
            onClick={({ byKeyboard }) => {
              setChosen({ spotId: spot.id, byKeyboard });
              onMarkerClick?.(spot);
            }}
          />
        ))}
        {chosenSpot ? (
          <InfoWindow
            key={chosenSpot.id}
            spot={chosenSpot}
            takesFocus={chosen?.byKeyboard ?? false}
            onClose={() => {
              setChosen(null);
              focusMarker(chosenSpot.id);
            }}
            onViewDetails={onViewDetails}
          />
        ) : null}
        {children}
      </MapLibreMap>
    </div>
  );
}
