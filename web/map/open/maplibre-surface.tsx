import { type MapRef, Marker, Popup } from '@vis.gl/react-maplibre';
import { type ComponentProps, useEffect, useState } from 'react';
import { type Bounds, covers, type Position } from '../../../domain/zones/distance.ts';
import type { OnViewChange } from '../contract.ts';
import { INFO_WINDOW_OFFSET } from '../map-settings.ts';
import {
  type MapSurface,
  type MapWindow,
  OPEN_SURFACE,
  type SurfaceMarkerProps,
  toMapWindow,
} from '../markers/map-surface.tsx';
import { ZoneInfoCard } from '../markers/zone-info-card.tsx';

export const createMapLibreSurface = (map: MapRef | null): MapSurface => ({
  ...OPEN_SURFACE,
  Marker: MapLibreMarker,
  InfoWindow: MapLibreInfoWindow,
  moveTo: ({ lat, lng }, zoom) => {
    map?.easeTo({ center: [lng, lat], ...(zoom === undefined ? {} : { zoom }) });
  },
});

function MapLibreMarker({ position, anchor = 'center', isOnTop, children }: SurfaceMarkerProps) {
  return (
    <Marker longitude={position.lng} latitude={position.lat} anchor={anchor} style={{ zIndex: isOnTop ? 1 : 0 }}>
      {children}
    </Marker>
  );
}

function MapLibreInfoWindow(props: ComponentProps<typeof ZoneInfoCard>) {
  return (
    <Popup
      longitude={props.zone.position.lng}
      latitude={props.zone.position.lat}
      offset={INFO_WINDOW_OFFSET}
      anchor="bottom"
      maxWidth="none"
      closeButton={false}
      closeOnClick={false}
      focusAfterOpen={false}
    >
      <ZoneInfoCard {...props} />
    </Popup>
  );
}

/**
 * The window to draw; null until the map is there. It changes only when the view has left its margin or the level has changed,
 * so that most frames of a move draw nothing new.
 * @param onViewChange called with the exact bounds of the view and its centre, each time a move has ended
 */
export function useMapWindow(map: MapRef | null, onViewChange: OnViewChange | undefined) {
  const [mapWindow, setMapWindow] = useState<MapWindow | null>(null);

  useEffect(() => {
    if (map === null) return;
    const updateWindow = () => {
      const view = getView(map);
      const next = toMapWindow(view, map.getZoom());
      setMapWindow((before) =>
        before !== null && before.zoom === next.zoom && covers(before.bounds, view) ? before : next,
      );
    };
    const reportView = () => onViewChange?.(getView(map), { ...toLatLng(map.getCenter()), zoom: map.getZoom() });
    updateWindow();
    reportView();
    map.on('move', updateWindow);
    map.on('moveend', reportView);
    map.on('resize', reportView);
    return () => {
      map.off('move', updateWindow);
      map.off('moveend', reportView);
      map.off('resize', reportView);
    };
  }, [map, onViewChange]);

  return mapWindow;
}

const toLatLng = ({ lat, lng }: Position): Position => ({ lat, lng });

function getView(map: MapRef): Bounds {
  const bounds = map.getBounds();
  return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
}
