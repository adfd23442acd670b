import Flatbush from 'flatbush';
import type { LngLat } from '../geometry.ts';
import type { LayerFeature } from '../style/map-layers.ts';
import { type Box, toMercator } from './view.ts';

/** A feature in web mercator; a multi-polygon is one list of rings, as in vector tiles. */
export type MapFeature = {
  type: 'Point' | 'LineString' | 'Polygon';
  properties: Record<string, unknown>;
  /** `x` and `y` of each vertex in turn, because the streets of a country would take gigabytes as objects. */
  parts: Float64Array[];
};

/** The features of one layer of the map, with a spatial index. */
export class FeatureSource {
  readonly #features: MapFeature[];
  readonly #tree: Flatbush | undefined;

  constructor(features: readonly LayerFeature[]) {
    this.#features = features.map(({ properties, geometry }) => ({
      type: geometry.type === 'MultiPolygon' ? 'Polygon' : geometry.type,
      properties,
      parts: toLines(geometry).map(projectLine),
    }));
    // Flatbush rejects an empty index.
    if (features.length === 0) return;
    this.#tree = new Flatbush(features.length);
    for (const { parts } of this.#features) this.#tree.add(...measureBox(parts));
    this.#tree.finish();
  }

  /** Finds the features whose bounds overlap a box, in the order of the source. */
  find(box: Box): MapFeature[] {
    const found = this.#tree?.search(...box).sort((a, b) => a - b) ?? [];
    return found.flatMap((index) => this.#features[index] ?? []);
  }
}

function toLines(geometry: LayerFeature['geometry']): LngLat[][] {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]];
    case 'LineString':
      return [geometry.coordinates];
    case 'Polygon':
      return geometry.coordinates;
    case 'MultiPolygon':
      return geometry.coordinates.flat();
  }
}

const projectLine = (line: readonly LngLat[]) => Float64Array.from(line.flatMap(toMercator));

function measureBox(parts: readonly Float64Array[]): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const part of parts) {
    for (let i = 0; i < part.length; i += 2) {
      const [x = 0, y = 0] = part.subarray(i, i + 2);
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    }
  }
  return box;
}

/** Converts the vertices of a part. */
export function mapVertices<T>(part: Float64Array, convert: (x: number, y: number) => T): T[] {
  return Array.from({ length: part.length / 2 }, (_, i) => convert(part[2 * i] ?? 0, part[2 * i + 1] ?? 0));
}
