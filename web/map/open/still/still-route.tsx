import type { Position } from '../../../../domain/zones/distance.ts';
import { ROUTE_COLOR, ROUTE_OPACITY, ROUTE_WIDTH_PX } from '../../map-settings.ts';
import { useEased } from './ease.ts';
import { type StillView, toPixels, toPosition } from './still-view.ts';

export function StillRoute({ path, view }: { path: readonly Position[]; view: StillView }) {
  const points = path.map((position) => toPixels(view, position));
  const [drawing, transform] = useEased<SVGSVGElement>((seen) => {
    const { x, y } = toPixels(seen, toPosition(view, { x: 0, y: 0 }));
    return `translate(${x}px, ${y}px) scale(${2 ** (seen.position.zoom - view.position.zoom)})`;
  });
  return (
    <svg
      ref={drawing}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full origin-top-left overflow-visible"
      style={{ transform }}
    >
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
