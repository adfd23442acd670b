import { type ComponentProps, type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { Bounds, Position } from '../../../domain/zones/distance.ts';
import { OPEN_TILE_PX } from '../map-settings.ts';
import type { ZoneInfoCard } from './zone-info-card.tsx';

export type SurfaceMarkerProps = {
  position: Position;
  /** What stands at the position; its centre by default. */
  anchor?: 'center' | 'bottom';
  /** Draws it above the others. */
  isOnTop?: boolean;
  children: ReactNode;
};

export type MarkerButtonProps = Omit<SurfaceMarkerProps, 'isOnTop'> & {
  label: string;
  /** Whether it is the selected one, which stands above the others. */
  isPressed?: boolean;
  zoneId?: string;
  /** `byKeyboard` when a key did it, not a pointer. */
  onPress: (how: { byKeyboard: boolean }) => void;
  /** Called when the keyboard reaches it, as it may be under the sheet or off the map. */
  onReach?: () => void;
};

/** What markers need of the map that they stand on: MapLibre's, the still picture or Google's. */
export type MapSurface = {
  Marker: ComponentType<SurfaceMarkerProps>;
  MarkerButton: ComponentType<MarkerButtonProps>;
  /** The card of a zone in a window above the head of its pin. */
  InfoWindow: ComponentType<ComponentProps<typeof ZoneInfoCard>>;
  moveTo: (position: Position, zoom?: number) => void;
  /** The width of a map tile at a whole zoom level. */
  tilePx: number;
};

/** What is drawn of a map: the whole zoom level, and the view with a margin, so that a short move shows nothing empty. */
export type MapWindow = { zoom: number; bounds: Bounds };

/** How much of the view's size is drawn beyond each edge. */
const MARGIN = 0.5;

export function toMapWindow({ west, south, east, north }: Bounds, zoom: number): MapWindow {
  const width = (east - west) * MARGIN;
  const height = (north - south) * MARGIN;
  return {
    // An eased zoom ends a hair below its goal.
    zoom: Math.floor(zoom + 0.01),
    bounds: { west: west - width, south: south - height, east: east + width, north: north + height },
  };
}

const Context = createContext<MapSurface | null>(null);

export const MapSurfaceProvider = Context.Provider;

export function useMapSurface(): MapSurface {
  const surface = useContext(Context);
  if (surface === null) throw new Error('Markers stand on a map');
  return surface;
}

/** A map hears of the clicks on its markers too. */
export const isOnMarkerButton = ({ target }: Event) =>
  target instanceof Element && target.closest('.maplibregl-marker button') !== null;

/** The button on a marker of MapLibre or of its picture. */
function OpenMarkerButton({ label, isPressed, zoneId, onPress, onReach, children, ...at }: MarkerButtonProps) {
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
export const OPEN_SURFACE = { MarkerButton: OpenMarkerButton, tilePx: OPEN_TILE_PX };
