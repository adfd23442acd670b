import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { Position } from '../../../../domain/zones/distance.ts';
import { INFO_WINDOW_OFFSET } from '../../map-settings.ts';
import type { SurfaceMarkerProps } from '../markers/map-surface.ts';
import { useEased } from './ease.ts';
import { type StillView, toPixels } from './still-view.ts';

/** Moves an element to a position on the picture, in whole pixels, as MapLibre places what stands still. */
function translateTo(position: Position, view: StillView, [right, down] = [0, 0]): string {
  const { x, y } = toPixels(view, position);
  return `translate(${Math.round(x) + right}px, ${Math.round(y) + down}px)`;
}

const ANCHORS = { center: 'translate(-50%, -50%)', bottom: 'translate(-50%, -100%)' };

// MapLibre's names of classes, so that its style sheet draws both the same.

export function StillMarker({ position, anchor = 'center', isOnTop, onClick, children }: SurfaceMarkerProps) {
  const [marker, transform] = useEased<HTMLDivElement>((view) => `${ANCHORS[anchor]} ${translateTo(position, view)}`);
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
  }, [marker]);
  return (
    <div ref={marker} className="maplibregl-marker" style={{ transform, zIndex: isOnTop ? 1 : 0 }}>
      {children}
    </div>
  );
}

export function StillPopup({ position, children }: { position: Position; children: ReactNode }) {
  const [popup, transform] = useEased<HTMLDivElement>(
    (view) => `${ANCHORS.bottom} ${translateTo(position, view, INFO_WINDOW_OFFSET)}`,
  );
  return (
    <div ref={popup} className="maplibregl-popup maplibregl-popup-anchor-bottom" style={{ transform }}>
      <div className="maplibregl-popup-tip" />
      <div className="maplibregl-popup-content">{children}</div>
    </div>
  );
}
