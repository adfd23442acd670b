import type { MapFeature } from './feature-source.ts';
import { formatNumber } from './path-data.ts';
import type { StyleLayer } from './style-layer.ts';
import { Projection, type View } from './view.ts';

/** MapLibre's circles fade out within the last pixel of the screen, of which a phone has two or three in one of CSS. */
const SOFT_EDGE_PX = 0.2;

/** Keeps a picture small whatever an import contains. */
const MAX_CIRCLES = 500;

/** Draws points as circles with a stroke around them. */
export function drawCircles(layer: StyleLayer, features: readonly MapFeature[], view: View): string {
  const projection = new Projection(view);
  const strokeWidth = layer.size('circle-stroke-width', view.zoom);
  // The stroke of an SVG lies half inside, that of a map outside.
  const radius = formatNumber(layer.size('circle-radius', view.zoom) + strokeWidth / 2 - SOFT_EDGE_PX, 2);
  const circles = features.slice(0, MAX_CIRCLES).flatMap(({ parts }) =>
    parts.map(([mercatorX = 0, mercatorY = 0]) => {
      const [x, y] = projection.toPixels(mercatorX, mercatorY);
      return `<circle cx="${formatNumber(x)}" cy="${formatNumber(y)}" r="${radius}"/>`;
    }),
  );
  const stroke = layer.color('circle-stroke-color', view.zoom);
  const fill = layer.color('circle-color', view.zoom);
  return `<g fill="${fill}" stroke="${stroke}" stroke-width="${strokeWidth}">${circles.join('')}</g>`;
}
