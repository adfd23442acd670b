import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { createTypefaceCache, drawLabels } from './draw-labels.ts';
import { drawShape, formatNumber } from './draw-shape.ts';
import type { FeatureSource, MapFeature } from './feature-source.ts';
import { StyleLayer } from './style-layer.ts';
import { createDrawnBox, Projection, type View } from './view.ts';

/** A picture is smaller than 200 KB without compression. */
const MAX_BYTES = 196_000;
/** Kept free for labels, which also get what areas and lines leave over. */
const MIN_LABEL_BYTES = 100_000;

/** The geometry of all layers that draw the same features. */
type Shape = { id: string; svg: string };

/** Draws pictures of a map from the layers of its style. */
export class StillMap {
  readonly #layers: readonly StyleLayer[];
  readonly #sources: ReadonlyMap<string, FeatureSource>;
  readonly #getTypeface = createTypefaceCache();

  constructor(layers: readonly LayerSpecification[], sources: ReadonlyMap<string, FeatureSource>) {
    this.#layers = layers.map((layer) => new StyleLayer(layer));
    this.#sources = sources;
  }

  /** Draws an SVG. What does not fit into the largest size is left out: the least important streets, and labels at the edge. */
  draw(view: View): string {
    const layers = this.#layers.filter((layer) => layer.isVisible(view.zoom));
    const shapes = this.#drawShapes(layers, view, MAX_BYTES - MIN_LABEL_BYTES);
    const definitions = Array.from(shapes.values(), ({ id, svg }) => `<g id="${id}">${svg}</g>`).join('');
    const labels = drawLabels(
      layers.filter(({ type }) => type === 'symbol'),
      {
        view,
        findSource: (name) => this.#getSource(name),
        getTypeface: this.#getTypeface,
        maxBytes: MAX_BYTES - definitions.length,
      },
    );
    const drawLayer = (layer: StyleLayer) =>
      layer.type === 'background'
        ? `<path fill="${layer.color('background-color', view.zoom)}" d="M0 0h${view.width}v${view.height}H0z"/>`
        : (labels.get(layer.id) ?? paintShape(layer, shapes.get(layer.featureKey), view.zoom));
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${view.width}" height="${view.height}"` +
      ` viewBox="0 0 ${view.width} ${view.height}"><defs>${definitions}</defs>` +
      `${layers.map(drawLayer).join('')}</svg>`
    );
  }

  /** Draws areas and lines, the most important first, until one does not fit. */
  #drawShapes(layers: readonly StyleLayer[], view: View, maxBytes: number): Map<string, Shape> {
    const areas = layers.filter(({ type }) => type === 'fill');
    const lines = layers.filter(({ type }) => type === 'line').reverse();
    const shapes = new Map<string, Shape>();
    let bytesLeft = maxBytes;
    for (const layer of [...areas, ...lines]) {
      if (shapes.has(layer.featureKey)) continue;
      const svg = drawShape(this.#findFeatures(layer, view), view, bytesLeft);
      if (svg === undefined) break;
      bytesLeft -= svg.length;
      shapes.set(layer.featureKey, { id: `s${shapes.size}`, svg });
    }
    return shapes;
  }

  #findFeatures(layer: StyleLayer, view: View): MapFeature[] {
    const box = new Projection(view).toMercatorBox(createDrawnBox(view));
    const features = this.#getSource(layer.source).find(box);
    return features.filter((feature) => layer.hasFeature(feature, Math.floor(view.zoom)));
  }

  #getSource(name: string): FeatureSource {
    const source = this.#sources.get(name);
    if (source === undefined) throw new Error(`the map has no source ${name}`);
    return source;
  }
}

function paintShape(layer: StyleLayer, shape: Shape | undefined, zoom: number): string {
  if (shape === undefined || shape.svg === '') return '';
  const attributes =
    layer.type === 'fill'
      ? `fill="${layer.color('fill-color', zoom)}" fill-rule="evenodd"`
      : `fill="none" stroke="${layer.color('line-color', zoom)}" stroke-width="${formatNumber(layer.size('line-width', zoom), 2)}"` +
        ` stroke-linecap="${layer.text('line-cap', zoom)}" stroke-linejoin="${layer.text('line-join', zoom)}"`;
  return `<use href="#${shape.id}" ${attributes}/>`;
}
