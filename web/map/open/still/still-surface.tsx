import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useRef } from 'react';
import type { Position } from '../../../../domain/zones/distance.ts';
import { INFO_WINDOW_OFFSET } from '../../map-settings.ts';
import type { SurfaceMarkerProps } from '../markers/map-surface.ts';
import { type StillView, toPixels } from './still-view.ts';

const ViewContext = createContext<StillView | null>(null);

export const StillViewProvider = ViewContext.Provider;

/** Where a position is on the picture; in whole pixels, as MapLibre places what stands still. */
function usePixels(position: Position): [number, number] {
  const view = useContext(ViewContext);
  if (view === null) throw new Error('Markers stand on a map');
  const { x, y } = toPixels(view, position);
  return [Math.round(x), Math.round(y)];
}

const ANCHORS = { center: 'translate(-50%, -50%)', bottom: 'translate(-50%, -100%)' };

// MapLibre's names of classes, so that its style sheet draws both the same.

export function StillMarker({ position, anchor = 'center', isOnTop, onClick, children }: SurfaceMarkerProps) {
  const [x, y] = usePixels(position);
  const marker = useRef<HTMLDivElement>(null);
  const handleClick = useEffectEvent((event: MouseEvent) => {
    if (onClick === undefined) return;
    event.stopPropagation();
    onClick(event);
  });
  useEffect(() => {
    const element = marker.current;
    const listener = (event: MouseEvent) => handleClick(event);
    element?.addEventListener('click', listener);
    return () => element?.removeEventListener('click', listener);
  }, []);
  return (
    <div
      ref={marker}
      className="maplibregl-marker"
      style={{ transform: `${ANCHORS[anchor]} translate(${x}px, ${y}px)`, zIndex: isOnTop ? 1 : 0 }}
    >
      {children}
    </div>
  );
}

export function StillPopup({ position, children }: { position: Position; children: ReactNode }) {
  const [x, y] = usePixels(position);
  const [right, down] = INFO_WINDOW_OFFSET;
  return (
    <div
      className="maplibregl-popup maplibregl-popup-anchor-bottom"
      style={{ transform: `${ANCHORS.bottom} translate(${x + right}px, ${y + down}px)` }}
    >
      <div className="maplibregl-popup-tip" />
      <div className="maplibregl-popup-content">{children}</div>
    </div>
  );
}
