import type { LngLat } from '../geometry.ts';
import { mergeLines } from '../geometry.ts';
import type { MapData, NamedPlace, Street } from '../map-data.ts';

/** Streets are accurate to about 10 m, so tiles of higher zooms would add no detail. */
export const MAX_TILE_ZOOM = 14;

/** Positions for the names of waters, whose outlines are split in the data. */
const WATERS = [
  { kind: 'sea', name: 'Mar Caribe', lng: -69.905, lat: 18.405 },
  { kind: 'sea', name: 'Océano Atlántico', lng: -69.7, lat: 19.95 },
  { kind: 'river', name: 'Río Ozama', lng: -69.8815, lat: 18.4975 },
];

type Geometry =
  | { type: 'Point'; coordinates: LngLat }
  | { type: 'LineString'; coordinates: LngLat[] }
  | { type: 'Polygon'; coordinates: LngLat[][] }
  | { type: 'MultiPolygon'; coordinates: LngLat[][][] };

export type LayerFeature = { type: 'Feature'; properties: Record<string, unknown>; geometry: Geometry };

/** The features of each layer of the map, with only the properties that the style uses. */
export type MapLayers = Record<'land' | 'water' | 'streets' | 'places', LayerFeature[]>;

export function toMapLayers({ land, water, streets, places }: MapData): MapLayers {
  return {
    land: land.features,
    water: water.features,
    streets: joinStreets(streets),
    places: [
      ...toPointFeatures(places.filter(({ kind }) => kind === 'city')),
      ...toPointFeatures(places.filter(({ kind }) => kind === 'sector')),
      ...toPointFeatures(WATERS),
    ],
  };
}

/** Streets of the same name and class as one line where their ends meet, so that a street of many parts is named as one. */
function joinStreets(streets: readonly Street[]): LayerFeature[] {
  const parts = streets.map((street) => ({
    name: `${street.class} ${toLabel(street.name)}`,
    line: street.line,
    feature: street,
  }));
  return mergeLines(parts).map(({ line, feature }) => ({
    type: 'Feature',
    properties: { label: toLabel(feature.name), class: feature.class },
    geometry: { type: 'LineString', coordinates: line },
  }));
}

/** A short name: without remarks in brackets and alternative names, and empty for link roads without a name. */
export function toLabel(name: string): string {
  const [first = ''] = name.replace(/ ?\([^()]*\)/g, '').split(' / ');
  return /^acceso\b/i.test(first) ? '' : first;
}

/** Labelled points, the most important first. */
function toPointFeatures(places: readonly Pick<NamedPlace, 'kind' | 'name' | 'lng' | 'lat'>[]): LayerFeature[] {
  return places.map(({ kind, name, lng, lat }, rank) => ({
    type: 'Feature',
    properties: { kind, label: toLabel(name), rank },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  }));
}
