import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { Hono } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { AppEnv } from '../../../supabase-server/caller.ts';
import { createMapStyle } from '../style/map-style.ts';
import type { Theme } from '../style/palette.ts';
import type { MapTiles } from '../tiles.ts';
import { drawLabels } from './draw-labels.ts';
import { drawShape } from './draw-shape.ts';
import { StyleLayer } from './style-layer.ts';
import { coverView, toUnits, type View, type ViewTile } from './view.ts';

const NUMBER = { what: 'a number', pattern: /^[-+]?\d{1,3}(\.\d{1,15})?$/ };
const PIXELS = { what: 'a whole number', pattern: /^\d{1,4}$/ };

const number = (name: string, min: number, max: number, { what, pattern } = NUMBER) => {
  const message = `parameter '${name}' takes ${what} from ${min} to ${max}`;
  return z
    .string(message)
    .regex(pattern, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
};

/** What to draw, in MapLibre's terms. Web mercator ends at 85 degrees. Unknown parameters are ignored. */
const stillRequest = z.object({
  lat: number('lat', -85, 85),
  lng: number('lng', -180, 180),
  zoom: number('zoom', 5, 18),
  width: number('width', 1, 1600, PIXELS),
  height: number('height', 1, 1600, PIXELS),
  theme: z.enum(['light', 'dark'], "parameter 'theme' takes light or dark").default('light'),
});

/** About a hundred first views. */
const MAX_CACHE_BYTES = 4_000_000;

/** With `cross-origin`, pages of other origins may show a picture in an `<img>`. */
const EMBEDDING = 'cross-origin-resource-policy';

/** `/still.svg`: a picture of the map, which looks like MapLibre's at the same place. */
export function createStillApi(tiles: MapTiles): Hono<AppEnv> {
  const createMap = (theme: Theme) => new StillMap(createMapStyle(theme, '').layers, tiles);
  const maps = { light: createMap('light'), dark: createMap('dark') };
  const pictures = new LRUCache<string, string>({ maxSize: MAX_CACHE_BYTES, sizeCalculation: ({ length }) => length });
  const api = new Hono<AppEnv>();
  api.get('/still.svg', etag({ retainedHeaders: [...RETAINED_304_HEADERS, EMBEDDING] }), (c) => {
    const query = stillRequest.safeParse(c.req.query());
    if (!query.success) return c.json({ message: query.error.issues[0]?.message ?? 'invalid request' }, 400);
    const { theme, ...view } = query.data;
    const key = JSON.stringify(query.data);
    const picture = pictures.get(key) ?? maps[theme].draw(view);
    pictures.set(key, picture);
    c.header(EMBEDDING, 'cross-origin');
    c.header('cache-control', 'public, no-cache');
    return c.body(picture, 200, { 'content-type': 'image/svg+xml' });
  });
  return api;
}

/** A picture is smaller than 200 KB without compression. */
const MAX_BYTES = 196_000;
/** Kept free for labels, which also get what areas and lines leave over. */
const MIN_LABEL_BYTES = 100_000;

/** The geometry of all layers that draw the same features. */
type Shape = { id: string; svg: string };

/** Draws pictures of a map from the layers of its style. */
export class StillMap {
  readonly #layers: readonly StyleLayer[];
  readonly #map: MapTiles;

  constructor(layers: readonly LayerSpecification[], map: MapTiles) {
    this.#layers = layers.map((layer) => new StyleLayer(layer));
    this.#map = map;
  }

  /** Draws an SVG. What does not fit into the largest size is left out: the least important streets, and labels at the edge. */
  draw(view: View): string {
    const layers = this.#layers.filter((layer) => layer.isVisible(view.zoom));
    const tiles = coverView(view, this.#map);
    const shapes = drawShapes(layers, tiles, view);
    const definitions = Array.from(shapes.values(), ({ id, svg }) => `<g id="${id}">${svg}</g>`).join('');
    const symbols = layers.filter(({ type }) => type === 'symbol');
    const labels = drawLabels(symbols, { view, tiles, maxBytes: MAX_BYTES - definitions.length });
    const right = toUnits(view.width);
    const bottom = toUnits(view.height);
    const drawLayer = (layer: StyleLayer) =>
      layer.type === 'background'
        ? `<path fill="${layer.color('background-color', view.zoom)}" d="M0 0h${right}v${bottom}H0z"/>`
        : (labels.get(layer.id) ?? paintShape(layer, shapes.get(layer.featureKey), view.zoom));
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${view.width}" height="${view.height}"` +
      ` viewBox="0 0 ${right} ${bottom}"><defs>${definitions}</defs>` +
      `${layers.map(drawLayer).join('')}</svg>`
    );
  }
}

/** Draws areas and lines, the most important first, until one does not fit. */
function drawShapes(layers: readonly StyleLayer[], tiles: readonly ViewTile[], view: View): Map<string, Shape> {
  const areas = layers.filter(({ type }) => type === 'fill');
  const lines = layers.filter(({ type }) => type === 'line').reverse();
  const shapes = new Map<string, Shape>();
  let bytesLeft = MAX_BYTES - MIN_LABEL_BYTES;
  for (const layer of [...areas, ...lines]) {
    if (shapes.has(layer.featureKey)) continue;
    const svg = drawShape(layer, tiles, view, bytesLeft);
    if (svg === undefined) break;
    bytesLeft -= svg.length;
    shapes.set(layer.featureKey, { id: `s${shapes.size}`, svg });
  }
  return shapes;
}

function paintShape(layer: StyleLayer, shape: Shape | undefined, zoom: number): string {
  if (shape === undefined || shape.svg === '') return '';
  const attributes =
    layer.type === 'fill'
      ? `fill="${layer.color('fill-color', zoom)}" fill-rule="evenodd"`
      : `fill="none" stroke="${layer.color('line-color', zoom)}" stroke-width="${toUnits(layer.size('line-width', zoom))}"` +
        ` stroke-linecap="${layer.text('line-cap', zoom)}" stroke-linejoin="${layer.text('line-join', zoom)}"`;
  return `<use href="#${shape.id}" ${attributes}/>`;
}
