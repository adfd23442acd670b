import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { MapTiles } from '../tiles.ts';
import { drawLabels } from './draw-labels.ts';
import { drawShape } from './draw-shape.ts';
import { StyleLayer } from './style-layer.ts';
import { coverView, toUnits, type View, type ViewTile } from './view.ts';

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
    const [right, bottom] = [toUnits(view.width), toUnits(view.height)];
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
