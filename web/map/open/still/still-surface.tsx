import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useRef } from 'react';
import type { Position } from '../../../../domain/zones/distance.ts';
import { INFO_WINDOW_OFFSET } from '../../map-settings.ts';
import type { SurfaceMarkerProps } from '../markers/map-surface.ts';
import { type StillView, toPixels } from './still-view.ts';

export const StillViewContext = createContext<StillView | null>(null);

const ANCHORS = { center: 'translate(-50%, -50%)', bottom: 'translate(-50%, -100%)' };

/** Moves an element to a position on the picture, in whole pixels, as MapLibre places what stands still. */
function useTransform(position: Position, anchor: keyof typeof ANCHORS, [right, down] = [0, 0]): string {
  const view = useContext(StillViewContext);
  if (view === null) throw new Error('Markers stand on a map');
  const { x, y } = toPixels(view, position);
  return `${ANCHORS[anchor]} translate(${Math.round(x) + right}px, ${Math.round(y) + down}px)`;
}

// MapLibre's names of classes, so that its style sheet draws both the same.

export function StillMarker({ position, anchor = 'center', isOnTop, onClick, children }: SurfaceMarkerProps) {
  const marker = useRef<HTMLDivElement>(null);
  const transform = useTransform(position, anchor);
  const handleClick = useEffectEvent((event: MouseEvent) => onClick?.(event));
  useEffect(() => {
    const element = marker.current;
    const listener = (event: MouseEvent) => handleClick(event);
    element?.addEventListener('click', listener);
    return () => element?.removeEventListener('click', listener);
  }, []);
  return (
    <div ref={marker} className="maplibregl-marker" style={{ transform, zIndex: isOnTop ? 1 : 0 }}>
      {children}
    </div>
  );
}

export function StillPopup({ position, children }: { position: Position; children: ReactNode }) {
  const transform = useTransform(position, 'bottom', INFO_WINDOW_OFFSET);
  return (
    <div className="maplibregl-popup maplibregl-popup-anchor-bottom" style={{ transform }}>
      <div className="maplibregl-popup-tip" />
      <div className="maplibregl-popup-content">{children}</div>
    </div>
  );
}
