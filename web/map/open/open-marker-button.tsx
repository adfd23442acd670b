import type { ComponentType } from 'react';
import type { MarkerButtonProps, SurfaceMarkerProps } from '../markers/map-surface.ts';

/** The width of a map tile at a whole zoom level. */
export const TILE_PX = 512;

export type OpenMarkerProps = SurfaceMarkerProps & {
  /** Draws it above the others. */
  isOnTop?: boolean;
  /** Called instead of the click on the map. */
  onClick?: (event: MouseEvent) => void;
};

type OpenMarkerButtonProps = MarkerButtonProps & { Marker: ComponentType<OpenMarkerProps> };

/** The button on a marker of MapLibre or of its picture. */
export function OpenMarkerButton({
  Marker,
  label,
  isPressed,
  spotId,
  onPress,
  onReach,
  children,
  ...at
}: OpenMarkerButtonProps) {
  return (
    <Marker {...at} isOnTop={isPressed ?? false} onClick={({ detail }) => onPress({ byKeyboard: detail === 0 })}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={isPressed}
        data-spot-id={spotId}
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
