import { m } from '#messages';
import 'maplibre-gl/dist/maplibre-gl.css';
import './open-map.css';
import {
  AttributionControl,
  Layer,
  Map as MapLibreMap,
  type MapRef,
  NavigationControl,
  Source,
} from '@vis.gl/react-maplibre';
import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { useTheme } from 'next-themes';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Position } from '../../../domain/zones/distance.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { useIsWide } from '../../ui/platform/use-layout.ts';
import type { Camera, MapPosition, ProviderMapProps } from '../contract.ts';
import { MapLoading } from '../map-loading.tsx';
import { getStyleUrl } from '../map-service.ts';
import { getCameraPadding, ROUTE_COLOR, ROUTE_MARGIN_PX, ROUTE_OPACITY, ROUTE_WIDTH_PX } from '../map-settings.ts';
import { MapMarks } from '../markers/map-marks.tsx';
import { isOnMarkerButton, MapSurfaceProvider } from '../markers/map-surface.tsx';
import { fetchedStyles } from './fetch-ahead.ts';
import { createMapLibreSurface, useMapWindow } from './maplibre-surface.tsx';

/** The map drawn by MapLibre, from the built-in style or the operator's. */
export function OpenMap(props: ProviderMapProps) {
  const { initialPosition, chosen, route = null, fitRoute = false, label = m.map_label() } = props;
  const [map, setMap] = useState<MapRef | null>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const hasStyle = useRef(false);
  const isWide = useIsWide();
  const styleUrl = getStyleUrl(useTheme().resolvedTheme);
  const locale = useMemo(() => ({ ...MAP_LOCALE, 'Map.Title': label }), [label]);
  const mapWindow = useMapWindow(map, props.onViewChange);
  const surface = useMemo(() => createMapLibreSurface(map), [map]);
  useCooperativeGestures(map, isWide);
  useKeepTiles(map);
  useCamera(map, {
    position: initialPosition,
    padding: props.padding,
    route: fitRoute ? route : null,
    hasInfoWindow: chosen !== null,
  });
  const reportReady = useEffectEvent(() => props.onReady?.());
  useEffect(() => {
    if (isLoaded) reportReady();
  }, [isLoaded]);

  const handleError = (error: unknown) => {
    if (!hasStyle.current) {
      props.onFailure(error);
      return;
    }
    logWarning('A part of the map is missing', error);
    // `load` never fires then, but the map can be used.
    setIsLoaded(true);
  };

  return (
    <div
      className="relative size-full"
      style={{ ['--map-attribution-bottom' as string]: `${props.attributionBottom ?? props.padding?.bottom ?? 0}px` }}
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
        mapStyle={fetchedStyles.get(styleUrl) ?? styleUrl}
        initialViewState={{ longitude: initialPosition.lng, latitude: initialPosition.lat, zoom: initialPosition.zoom }}
        locale={locale}
        attributionControl={false}
        dragRotate={false}
        pitchWithRotate={false}
        touchPitch={false}
        style={{ visibility: isLoaded ? 'inherit' : 'hidden' }}
        onStyleData={() => {
          hasStyle.current = true;
        }}
        onLoad={() => setIsLoaded(true)}
        onError={({ error }) => handleError(error)}
        onClick={({ lngLat: { lat, lng }, originalEvent }) => {
          if (isOnMarkerButton(originalEvent)) return;
          props.onChoose(null);
          props.onMapClick?.({ lat, lng });
        }}
      >
        <AttributionControl compact={false} position="bottom-right" />
        {isWide ? <NavigationControl showCompass={false} position="bottom-right" /> : null}
        {route ? <RouteLine path={route} /> : null}
        <MapSurfaceProvider value={surface}>
          <MapMarks {...props} mapWindow={mapWindow} />
        </MapSurfaceProvider>
      </MapLibreMap>
    </div>
  );
}

/** On wide screens the wheel scrolls the page and the map needs a key or a second finger; on narrow ones the map takes all. */
function useCooperativeGestures(map: MapRef | null, isCooperative: boolean): void {
  useEffect(() => {
    const gestures = map?.getMap().cooperativeGestures;
    if (isCooperative) gestures?.enable();
    else gestures?.disable();
  }, [map, isCooperative]);
}

/** Keeps the tiles of a first visit, which were loaded before there was a service worker to store them: the page requests them again. */
function useKeepTiles(map: MapRef | null): void {
  useEffect(() => {
    const { serviceWorker } = navigator;
    if (map === null || !serviceWorker || serviceWorker.controller) return;
    const keep = () => {
      if (serviceWorker.controller) for (const url of listTiles(map.getMap())) fetch(url).catch(logMissing);
    };
    serviceWorker.addEventListener('controllerchange', keep);
    map.on('idle', keep);
    return () => {
      serviceWorker.removeEventListener('controllerchange', keep);
      map.off('idle', keep);
    };
  }, [map]);
}

const logMissing = (error: unknown) => logWarning('A part of the map is not kept', error);

/** The addresses of the vector tiles that the map shows. */
function listTiles(map: maplibre.Map): string[] {
  return Object.values(map.getStyle().sources).flatMap((source) => {
    if (source.type !== 'vector') return [];
    const [template = ''] = source.tiles ?? [];
    const shown = map.coveringTiles({ tileSize: 512, maxzoom: source.maxzoom ?? 22 });
    return shown.map(({ canonical: { z, x, y } }) =>
      template.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`),
    );
  });
}

/** What MapLibre's own controls and hints say, by MapLibre's keys. */
const MAP_LOCALE = {
  'NavigationControl.ZoomIn': m.map_control_zoom_in(),
  'NavigationControl.ZoomOut': m.map_control_zoom_out(),
  'AttributionControl.ToggleAttribution': m.map_control_attribution(),
  'CooperativeGesturesHandler.WindowsHelpText': m.map_gesture_scroll_ctrl(),
  'CooperativeGesturesHandler.MacHelpText': m.map_gesture_scroll_command(),
  'CooperativeGesturesHandler.MobileHelpText': m.map_gesture_two_fingers(),
};

function RouteLine({ path }: { path: readonly Position[] }) {
  const data = useMemo(
    () => ({
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'LineString' as const, coordinates: path.map(({ lng, lat }) => [lng, lat]) },
    }),
    [path],
  );
  return (
    <Source id="driving-route" type="geojson" data={data}>
      <Layer
        id="driving-route"
        type="line"
        layout={{ 'line-cap': 'round', 'line-join': 'round' }}
        paint={{ 'line-color': ROUTE_COLOR, 'line-width': ROUTE_WIDTH_PX, 'line-opacity': ROUTE_OPACITY }}
      />
    </Source>
  );
}

/** Moves the map to each new position, centred in what nothing covers; without motion for those who prefer that. */
function useCamera(map: MapRef | null, camera: Camera & { hasInfoWindow: boolean }): void {
  const { position, padding, route, hasInfoWindow } = camera;
  const { clientWidth: width = 0, clientHeight: height = 0 } = map?.getContainer() ?? {};
  const { top, bottom, left, right } = getCameraPadding(padding, { width, height, hasInfoWindow });
  const last = useRef<MapPosition | null>(null);

  useEffect(() => {
    if (map === null) return;
    // A change of the padding would otherwise stop a move that is under way.
    const isMoving = last.current !== position || map.isMoving();
    const isFirst = last.current === null;
    last.current = position;
    map.easeTo({
      padding: { top, bottom, left, right },
      ...(isMoving ? { center: [position.lng, position.lat], zoom: position.zoom } : {}),
      // While the map loads there is nothing to animate.
      ...(isFirst || !map.loaded() ? { duration: 0 } : {}),
    });
  }, [map, position, top, bottom, left, right]);

  useEffect(() => {
    const [start] = route ?? [];
    if (map === null || route === null || start === undefined) return;
    const lngs = route.map(({ lng }) => lng);
    const lats = route.map(({ lat }) => lat);
    map.fitBounds([Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)], {
      padding: ROUTE_MARGIN_PX,
    });
  }, [map, route]);
}
