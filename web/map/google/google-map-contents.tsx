import { useMap } from '@vis.gl/react-google-maps';
import { useTheme } from 'next-themes';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { m } from '#messages';
import type { Bounds, Position } from '../../../domain/zones/distance.ts';
import { project, unproject } from '../../../domain/zones/map.ts';
import { connection } from '../../data/connection.ts';
import type { Camera, MapPadding, MapPosition, OnViewChange, ProviderMapProps } from '../contract.ts';
import {
  getInfoWindowPadding,
  prefersReducedMotion,
  ROUTE_COLOR,
  ROUTE_MARGIN_PX,
  ROUTE_OPACITY,
  ROUTE_WIDTH_PX,
} from '../map-settings.ts';
import { MapMarks } from '../markers/map-marks.tsx';
import { MapSurfaceProvider, type MapWindow, toMapWindow } from '../markers/map-surface.tsx';
import { createGoogleSurface } from './google-surface.tsx';

type GoogleMapContentsProps = ProviderMapProps & {
  /** The edges that something covers; at the bottom the map itself ends above it. */
  covered: MapPadding;
};

/** Everything on the map, and where the map looks. */
export function GoogleMapContents(props: GoogleMapContentsProps) {
  const map = useMap();
  usePlainStyle(map);
  const surface = useMemo(() => createGoogleSurface(map), [map]);
  const { covered, chosen, route = null } = props;
  const shift = measureShift(map, covered, chosen !== null);
  const mapWindow = useGoogleWindow(map, shift, props.onViewChange);
  useGoogleCamera(map, shift, {
    position: props.initialPosition,
    padding: covered,
    route: props.fitRoute ? route : null,
  });
  return (
    <>
      {map && route ? <RouteLine map={map} path={route} /> : null}
      <MapSurfaceProvider value={surface}>
        <MapMarks {...props} mapWindow={mapWindow} />
      </MapSurfaceProvider>
    </>
  );
}

function RouteLine({ map, path }: { map: google.maps.Map; path: readonly Position[] }) {
  useEffect(() => {
    const line = new google.maps.Polyline({
      map,
      path: [...path],
      strokeColor: ROUTE_COLOR,
      strokeWeight: ROUTE_WIDTH_PX,
      strokeOpacity: ROUTE_OPACITY,
      clickable: false,
    });
    return () => line.setMap(null);
  }, [map, path]);
  return null;
}

/**
 * The window to draw, each time a move has ended; null until the map is there.
 * @param onViewChange called with the exact bounds of the view and the middle of what nothing covers
 */
function useGoogleWindow(
  map: google.maps.Map | null,
  { rightBy, below }: Shift,
  onViewChange: OnViewChange | undefined,
): MapWindow | null {
  const [mapWindow, setMapWindow] = useState<MapWindow | null>(null);
  const report = useEffectEvent((at: google.maps.Map, bounds: Bounds) => {
    const { lat, lng, zoom } = { lat: 0, lng: 0, ...at.getCenter()?.toJSON(), zoom: at.getZoom() ?? 0 };
    onViewChange?.(bounds, { ...shiftCentre({ lat, lng }, zoom, -rightBy, -below), zoom });
  });
  useEffect(() => {
    if (map === null) return;
    const listener = map.addListener('idle', () => {
      const view = map.getBounds()?.toJSON();
      if (view === undefined) return;
      setMapWindow(toMapWindow(view, map.getZoom() ?? 0));
      report(map, view);
    });
    return () => listener.remove();
  }, [map]);
  return mapWindow;
}

/** Pixels of the whole world at level 0 of the web-mercator levels. */
const WORLD_PX = 256;

const MAP_TYPE = 'plain';

const NO_POINTS_OF_INTEREST: google.maps.MapTypeStyle[] = [
  { featureType: 'poi', elementType: 'labels', stylers: [{ visibility: 'off' }] },
  { featureType: 'transit', elementType: 'labels.icon', stylers: [{ visibility: 'off' }] },
];

/** The colours of the built-in map in the dark theme. */
const DARK: google.maps.MapTypeStyle[] = [
  { elementType: 'geometry', stylers: [{ color: '#191e28' }] },
  { elementType: 'labels.text.fill', stylers: [{ color: '#b6bfce' }] },
  { elementType: 'labels.text.stroke', stylers: [{ color: '#161b24' }] },
  { featureType: 'poi', elementType: 'geometry', stylers: [{ color: '#1d2430' }] },
  { featureType: 'road', elementType: 'geometry', stylers: [{ color: '#3b4557' }] },
  { featureType: 'road.highway', elementType: 'geometry', stylers: [{ color: '#94733a' }] },
  { featureType: 'water', elementType: 'geometry', stylers: [{ color: '#0e2940' }] },
];

/**
 * Hides the labels of points of interest where the operator has no map style in Google's console. The markers need a map ID, and
 * Google ignores the `styles` of a map with an ID, so this takes a map type.
 */
function usePlainStyle(map: google.maps.Map | null): void {
  const isDark = useTheme().resolvedTheme === 'dark';
  const isNeeded = connection().config.maps.googleMapsMapId === undefined;
  useEffect(() => {
    if (map === null || !isNeeded) return;
    const rules = isDark ? [...DARK, ...NO_POINTS_OF_INTEREST] : NO_POINTS_OF_INTEREST;
    map.mapTypes.set(MAP_TYPE, new google.maps.StyledMapType(rules, { name: m.map_label() }));
    map.setMapTypeId(MAP_TYPE);
  }, [map, isNeeded, isDark]);
}

type Shift = { rightBy: number; below: number };

/** Google's map has no padding, so its centre is shifted by half of what is covered, in px. */
function measureShift(map: google.maps.Map | null, padding: MapPadding, hasInfoWindow: boolean): Shift {
  const { top = 0, bottom = 0, left = 0, right = 0 } = padding;
  const height = map?.getDiv().clientHeight ?? 0;
  const above = hasInfoWindow ? getInfoWindowPadding({ height, top, bottom }) : top;
  return { rightBy: (left - right) / 2, below: (above - bottom) / 2 };
}

/** Moves the map to each new position, centred in what nothing covers; without motion for those who prefer that. */
function useGoogleCamera(map: google.maps.Map | null, { rightBy, below }: Shift, { position, padding, route }: Camera) {
  const { top = 0, bottom = 0, left = 0, right = 0 } = padding ?? {};
  const last = useRef<{ map: google.maps.Map; position: MapPosition; rightBy: number; below: number } | null>(null);

  useEffect(() => {
    if (map === null) return;
    const before = last.current?.map === map ? last.current : null;
    last.current = { map, position, rightBy, below };
    if (before?.position === position) {
      map.panBy(before.rightBy - rightBy, before.below - below);
      return;
    }
    const center = shiftCentre(position, position.zoom, rightBy, below);
    // Google animates moves within a zoom level only.
    const isSmooth = before !== null && map.getZoom() === position.zoom && !prefersReducedMotion();
    if (isSmooth) map.panTo(center);
    else map.moveCamera({ center, zoom: position.zoom });
  }, [map, position, rightBy, below]);

  const showWhole = useEffectEvent((at: google.maps.Map, path: readonly Position[]) => {
    const bounds = new google.maps.LatLngBounds();
    for (const point of path) bounds.extend(point);
    at.fitBounds(bounds, {
      top: top + ROUTE_MARGIN_PX,
      bottom: bottom + ROUTE_MARGIN_PX,
      left: left + ROUTE_MARGIN_PX,
      right: right + ROUTE_MARGIN_PX,
    });
  });
  useEffect(() => {
    if (map !== null && route !== null && route.length > 0) showWhole(map, route);
  }, [map, route]);
}

/**
 * The centre a map must have for a position to show right of and below its middle.
 * @param zoom web-mercator level
 * @param right px; negative is left
 * @param below px; negative is above
 */
export function shiftCentre(position: Position, zoom: number, right: number, below: number): Position {
  const worldPx = WORLD_PX * 2 ** zoom;
  const { x, y } = project(position);
  return unproject({ x: x - right / worldPx, y: y - below / worldPx });
}
