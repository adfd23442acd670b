import type { LatLng, Literal, Point } from './geometry.ts';
import type { FakeMap } from './map.ts';

type Overlay = { onAdd?: () => void; onRemove?: () => void; draw?: () => void };

const maps = new WeakMap<object, FakeMap>();

/** Made to be extended by copying its prototype, which methods of a class would not allow. */
export function OverlayView() {
  // Nothing to begin with.
}

Object.assign(OverlayView.prototype, {
  setMap(this: Overlay, map: FakeMap | null) {
    if (map) maps.set(this, map);
    // The projection is there in the next frame, as with Google.
    if (map) requestAnimationFrame(() => maps.has(this) && this.onAdd?.());
    else if (maps.delete(this)) this.onRemove?.();
  },
  getMap(this: Overlay) {
    return maps.get(this) ?? null;
  },
  getProjection(this: Overlay) {
    const map = maps.get(this);
    return {
      fromLatLngToDivPixel: (position: LatLng | Literal) => map?.pixelOf(position) ?? null,
      fromDivPixelToLatLng: (point: Point) => map?.positionAt(point) ?? null,
    };
  },
});
