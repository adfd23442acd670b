import { AdvancedMarker, InfoWindow } from '@vis.gl/react-google-maps';
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { INFO_WINDOW_OFFSET } from '../map-settings.ts';
import type { MapSurface, MarkerButtonProps, SurfaceMarkerProps } from '../markers/map-surface.tsx';
import { ZoneInfoCard } from '../markers/zone-info-card.tsx';

/** Google's own anchor is the lower edge. */
const ANCHORS = { center: { anchorLeft: '-50%', anchorTop: '-50%' }, bottom: {} };

const TILE_PX = 256;

export function createGoogleSurface(map: google.maps.Map | null): MapSurface {
  return {
    Marker: GoogleMarker,
    MarkerButton: GoogleMarkerButton,
    InfoWindow: GoogleInfoWindow,
    moveTo: ({ lat, lng }, zoom) => {
      if (zoom === undefined) map?.panTo({ lat, lng });
      else map?.moveCamera({ center: { lat, lng }, zoom });
    },
    tilePx: TILE_PX,
  };
}

function GoogleMarker({ position: { lat, lng }, anchor = 'center', children }: SurfaceMarkerProps) {
  return (
    <AdvancedMarker position={{ lat, lng }} zIndex={0} {...ANCHORS[anchor]}>
      {children}
    </AdvancedMarker>
  );
}

/** Google renders a marker that can be clicked as a button, and names it after its title. */
function GoogleMarkerButton({ position: { lat, lng }, anchor = 'center', ...button }: MarkerButtonProps) {
  const { label, isPressed = false, zoneId, onPress, onReach, children } = button;
  const [marker, setMarker] = useState<google.maps.marker.AdvancedMarkerElement | null>(null);
  const reach = useEffectEvent(() => {
    if (marker?.matches(':focus-visible')) onReach?.();
  });
  useEffect(() => {
    if (marker === null) return;
    if (zoneId !== undefined) marker.dataset.zoneId = zoneId;
    const listener = () => reach();
    marker.addEventListener('focus', listener);
    return () => marker.removeEventListener('focus', listener);
  }, [marker, zoneId]);
  return (
    <AdvancedMarker
      ref={setMarker}
      position={{ lat, lng }}
      title={label}
      zIndex={isPressed ? 1 : 0}
      // Google's own event does not have the input device.
      onClick={() => onPress({ byKeyboard: marker?.matches(':focus-visible') ?? false })}
      {...ANCHORS[anchor]}
    >
      {children}
    </AdvancedMarker>
  );
}

/** The 200 px of the card, and Google's own edges. */
const MAX_WIDTH_PX = 248;

function GoogleInfoWindow(props: ComponentProps<typeof ZoneInfoCard>) {
  const { zone, takesFocus, onClose } = props;
  return (
    <InfoWindow
      position={zone.position}
      pixelOffset={INFO_WINDOW_OFFSET}
      maxWidth={MAX_WIDTH_PX}
      headerDisabled
      // The camera moves the map instead, as it knows what covers it.
      disableAutoPan
      // The card is mounted later than this component, so Google moves the focus.
      shouldFocus={takesFocus}
      // Google listens to the Escape key itself.
      onClose={onClose}
    >
      {/* The card's close button overlaps its edge, and Google clips what overlaps the window. */}
      <div className="p-2.5">
        <ZoneInfoCard {...props} takesFocus={false} />
      </div>
    </InfoWindow>
  );
}
