import {
  type Color,
  type FilterSpecification,
  featureFilter,
  type LayerSpecification,
  latest,
  normalizePropertyExpression,
  type StylePropertyExpression,
} from '@maplibre/maplibre-gl-style-spec';
import type { MapFeature } from './view.ts';

/** What a picture can draw. A style with more needs more code here, and a test fails until then. */
const SUPPORTED: Record<string, readonly string[]> = {
  background: ['background-color'],
  fill: ['fill-color', 'fill-antialias'],
  line: ['line-cap', 'line-join', 'line-color', 'line-width'],
  symbol: [
    'symbol-placement',
    'symbol-sort-key',
    'symbol-spacing',
    'text-color',
    'text-field',
    'text-font',
    'text-halo-color',
    'text-halo-width',
    'text-letter-spacing',
    'text-max-angle',
    'text-max-width',
    'text-padding',
    'text-size',
  ],
};

const NO_FEATURE: MapFeature = { type: 1, properties: {}, parts: [] };

/** A layer of the style, whose filter and values are evaluated by the library of the style specification. */
export class StyleLayer {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  /** Layers with the same key draw the same features. */
  readonly featureKey: string;
  readonly #minZoom: number;
  readonly #maxZoom: number;
  readonly #filter: ReturnType<typeof featureFilter>;
  readonly #properties: Map<string, StylePropertyExpression>;

  /** @throws Error when the layer has a type or property that a picture cannot draw */
  constructor(layer: LayerSpecification) {
    const properties = { ...layer.layout, ...layer.paint };
    const supported = SUPPORTED[layer.type];
    const missing =
      supported === undefined ? layer.type : Object.keys(properties).find((name) => !supported.includes(name));
    if (missing !== undefined) throw new Error(`layer ${layer.id}: a picture cannot draw ${missing}`);
    const filter: FilterSpecification | undefined = 'filter' in layer ? layer.filter : undefined;
    this.id = layer.id;
    this.type = layer.type;
    this.source = 'source-layer' in layer ? (layer['source-layer'] ?? '') : '';
    this.featureKey = JSON.stringify([this.source, filter]);
    this.#minZoom = layer.minzoom ?? Number.NEGATIVE_INFINITY;
    this.#maxZoom = layer.maxzoom ?? Number.POSITIVE_INFINITY;
    this.#filter = featureFilter(filter, `layers.${layer.id}.filter`);
    const specification = Object.assign({}, ...[`layout_${layer.type}`, `paint_${layer.type}`].map(readSpecification));
    this.#properties = new Map(
      (supported ?? []).map((name) => [
        name,
        normalizePropertyExpression(
          (properties as Record<string, never>)[name] ?? specification[name].default,
          `layers.${layer.id}.${name}`,
          specification[name],
        ),
      ]),
    );
  }

  isVisible(zoom: number): boolean {
    return zoom >= this.#minZoom && zoom < this.#maxZoom;
  }

  hasFeature(feature: MapFeature, zoom: number): boolean {
    return this.#filter.filter({ zoom }, feature);
  }

  number(name: string, zoom: number, feature?: MapFeature): number {
    return Number(this.#evaluate(name, zoom, feature));
  }

  text(name: string, zoom: number, feature?: MapFeature): string {
    return String(this.#evaluate(name, zoom, feature));
  }

  /** The first name of `text-font`. */
  font(zoom: number): string {
    return (this.#evaluate('text-font', zoom) as string[])[0] ?? '';
  }

  /** A colour in CSS. @throws Error when it depends on the feature, because a layer is drawn as one path */
  color(name: string, zoom: number): string {
    return (this.#evaluateForLayer(name, zoom) as Color).toString();
  }

  /** A size in pixels. @throws Error when it depends on the feature, because a layer is drawn as one path */
  size(name: string, zoom: number): number {
    return Number(this.#evaluateForLayer(name, zoom));
  }

  #evaluateForLayer(name: string, zoom: number): unknown {
    const { kind } = this.#get(name);
    if (kind === 'source' || kind === 'composite') throw new Error(`layer ${this.id}: ${name} depends on the feature`);
    return this.#evaluate(name, zoom);
  }

  #evaluate(name: string, zoom: number, feature: MapFeature = NO_FEATURE): unknown {
    return this.#get(name).evaluate({ zoom }, feature);
  }

  #get(name: string): StylePropertyExpression {
    const property = this.#properties.get(name);
    if (property === undefined) throw new Error(`layer ${this.id} has no ${name}`);
    return property;
  }
}

const readSpecification = (name: string): unknown => (latest as Record<string, unknown>)[name];
