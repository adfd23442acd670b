import { type MapRef, Marker, Popup } from '@vis.gl/react-maplibre';
import type { ComponentProps } from 'react';
import { INFO_WINDOW_OFFSET } from '../map-settings.ts';
import type { MapSurface, MarkerButtonProps } from '../markers/map-surface.ts';
import { SpotCard } from '../markers/spot-card.tsx';
import { OpenMarkerButton, type OpenMarkerProps, TILE_PX } from './open-marker-button.tsx';

export function createMapLibreSurface(map: MapRef | null): MapSurface {
  return {
    Marker: MapLibreMarker,
    MarkerButton: MapLibreMarkerButton,
    InfoWindow: MapLibreInfoWindow,
    moveTo: ({ lat, lng }, zoom) => {
      map?.easeTo({ center: [lng, lat], ...(zoom === undefined ? {} : { zoom }) });
    },
    tilePx: TILE_PX,
  };
}

function MapLibreMarker({ position, anchor = 'center', isOnTop, onClick, children }: OpenMarkerProps) {
  return (
    <Marker
      longitude={position.lng}
      latitude={position.lat}
      anchor={anchor}
      style={{ zIndex: isOnTop ? 1 : 0 }}
      {...(onClick && {
        onClick: ({ originalEvent }) => {
          // The map listens on the same element further up and would take this for a click on empty map.
          originalEvent.stopPropagation();
          onClick(originalEvent);
        },
      })}
    >
      {children}
    </Marker>
  );
}

const MapLibreMarkerButton = (props: MarkerButtonProps) => <OpenMarkerButton Marker={MapLibreMarker} {...props} />;

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
