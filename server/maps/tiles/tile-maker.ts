import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { type LayerFeature, MAX_TILE_ZOOM, type MapLayers } from '../style/map-layers.ts';
import { STREET_RANKS } from '../style/street-layers.ts';

/** Where the style begins to name sectors, in whole levels. */
const SECTORS_FROM_ZOOM = 12;
/** A tile is so many units wide, and holds what is this far beyond its edges: half of the widest street, with its edge. */
const EXTENT = 4096;
const BUFFER = 128;

export type TileAddress = { z: number; x: number; y: number };

/** Features of a layer that tiles hold from a zoom on. */
type Part = { layer: keyof MapLayers; fromZoom: number; index: GeoJSONVT };

/** Cuts vector tiles from the map. Each class of streets is in the tiles from the zoom on at which the style draws it. */
export class TileMaker {
  readonly #parts: readonly Part[];

  constructor(layers: MapLayers) {
    const createPart = (layer: keyof MapLayers, fromZoom: number, belongs: (feature: LayerFeature) => boolean) => ({
      layer,
      fromZoom: Math.floor(fromZoom),
      index: new GeoJSONVT(
        { type: 'FeatureCollection', features: layers[layer].filter(belongs) },
        { maxZoom: MAX_TILE_ZOOM, extent: EXTENT, buffer: BUFFER },
      ),
    });
    const isSector = ({ properties }: LayerFeature) => properties.kind === 'sector';
    this.#parts = [
      createPart('land', 0, () => true),
      createPart('water', 0, () => true),
      ...STREET_RANKS.map(({ classes, minzoom }) =>
        createPart('streets', minzoom, ({ properties }) => classes.some((known) => known === properties.class)),
      ),
      createPart('places', 0, (feature) => !isSector(feature)),
      createPart('places', SECTORS_FROM_ZOOM, isSector),
    ];
  }

  /** A tile in Mapbox's vector tile format, version 2; empty where the map has nothing. */
  make({ z, x, y }: TileAddress): Uint8Array<ArrayBuffer> {
    const layers: Record<string, GeoJSONVTTile> = {};
    for (const { layer, fromZoom, index } of this.#parts) {
      const tile = z < fromZoom ? null : index.getTile(z, x, y);
      if (tile === null) continue;
      layers[layer] = { ...tile, features: [...(layers[layer]?.features ?? []), ...tile.features] };
    }
    return new Uint8Array(fromGeojsonVt(layers, { version: 2, extent: EXTENT }));
  }
}
