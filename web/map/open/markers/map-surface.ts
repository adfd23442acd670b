import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { Position } from '../../../../domain/zones/distance.ts';

export type SurfaceMarkerProps = {
  position: Position;
  /** What stands at the position; its centre by default. */
  anchor?: 'center' | 'bottom';
  /** Draws it above the others. */
  isOnTop?: boolean;
  /** Called instead of the click on the map. */
  onClick?: (event: MouseEvent) => void;
  children: ReactNode;
};

/** What markers need of the map that they stand on: MapLibre's, or the still picture. */
export type MapSurface = {
  Marker: ComponentType<SurfaceMarkerProps>;
  /** A window above the head of a pin. */
  Popup: ComponentType<{ position: Position; children: ReactNode }>;
  moveTo: (position: Position, zoom?: number) => void;
};

const Context = createContext<MapSurface | null>(null);

export const MapSurfaceProvider = Context.Provider;

export function useMapSurface(): MapSurface {
  const surface = useContext(Context);
  if (surface === null) throw new Error('Markers stand on a map');
  return surface;
}
