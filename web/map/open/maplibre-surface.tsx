import { type MapRef, Marker, Popup } from '@vis.gl/react-maplibre';
import type { ComponentProps } from 'react';
import { INFO_WINDOW_OFFSET } from '../map-settings.ts';
import type { MapSurface, SurfaceMarkerProps } from '../markers/map-surface.ts';
import { SpotCard } from '../markers/zone-info-card.tsx';
import { OPEN_SURFACE } from './open-marker-button.tsx';

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

function MapLibreInfoWindow(props: ComponentProps<typeof SpotCard>) {
  return (
    <Popup
      longitude={props.spot.lng}
      latitude={props.spot.lat}
      offset={INFO_WINDOW_OFFSET}
      anchor="bottom"
      maxWidth="none"
      closeButton={false}
      closeOnClick={false}
      focusAfterOpen={false}
    >
      <SpotCard {...props} />
    </Popup>
  );
}
