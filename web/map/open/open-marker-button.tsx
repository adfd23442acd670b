import { type MarkerButtonProps, useMapSurface } from '../markers/map-surface.tsx';

/** A map hears of the clicks on its markers too. */
export const isOnMarkerButton = ({ target }: Event) =>
  target instanceof Element && target.closest('.maplibregl-marker button') !== null;

/** The button on a marker of MapLibre or of its picture. */
export function OpenMarkerButton({ label, isPressed, zoneId, onPress, onReach, children, ...at }: MarkerButtonProps) {
  const { Marker } = useMapSurface();
  return (
    <Marker {...at} isOnTop={isPressed ?? false}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={isPressed}
        data-zone-id={zoneId}
        onClick={({ detail }) => onPress({ byKeyboard: detail === 0 })}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) onReach?.();
        }}
        className="flex rounded-full"
      >
        {children}
      </button>
    </Marker>
  );
}

/** What MapLibre's map and its picture share. */
export const OPEN_SURFACE = { MarkerButton: OpenMarkerButton, tilePx: 512 };
