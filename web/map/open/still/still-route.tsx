import type { Position } from '../../../../domain/zones/distance.ts';
import { ROUTE_COLOR, ROUTE_OPACITY, ROUTE_WIDTH_PX } from '../../map-settings.ts';
import { type StillView, toPixels } from './still-view.ts';

export function StillRoute({ path, view }: { path: readonly Position[]; view: StillView }) {
  const points = path.map((position) => toPixels(view, position));
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full">
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        stroke={ROUTE_COLOR}
        strokeWidth={ROUTE_WIDTH_PX}
        strokeOpacity={ROUTE_OPACITY}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
