import { Marker, Popup } from '@vis.gl/react-maplibre';
import type { ReactNode } from 'react';
import type { Position } from '../../../../domain/zones/distance.ts';
import { INFO_WINDOW_OFFSET } from '../../map-settings.ts';
import type { SurfaceMarkerProps } from './map-surface.ts';

export function MapLibreMarker({ position, anchor = 'center', isOnTop, onClick, children }: SurfaceMarkerProps) {
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

export function MapLibrePopup({ position, children }: { position: Position; children: ReactNode }) {
  return (
    <Popup
      longitude={position.lng}
      latitude={position.lat}
      offset={INFO_WINDOW_OFFSET}
      anchor="bottom"
      maxWidth="none"
      closeButton={false}
      closeOnClick={false}
      focusAfterOpen={false}
    >
      {children}
    </Popup>
  );
}
