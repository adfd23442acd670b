import type { MapData, Street, StreetClass } from '../map-data.ts';
import type { LngLat } from '../position.ts';

type PointFeature = {
  type: 'Feature';
  properties: { kind: string; label: string; rank: number };
  geometry: { type: 'Point'; coordinates: LngLat };
};

/** Names of waters with a good spot for each, because the outlines in the data are cut into pieces. */
const WATERS: { kind: 'sea' | 'river'; label: string; point: LngLat }[] = [
  { kind: 'sea', label: 'Mar Caribe', point: [-69.905, 18.405] },
  { kind: 'sea', label: 'Océano Atlántico', point: [-69.7, 19.95] },
  { kind: 'river', label: 'Río Ozama', point: [-69.8815, 18.4975] },
];

const CAPITAL = 'Santo Domingo';

/** The GeoJSON behind the map's sources, with only what the style reads. */
export function toMapLayers({ land, water, streets, places }: MapData) {
  return {
    land: { ...land, features: land.features.map(withoutShards) },
    water: { ...water, features: water.features.filter(isMoreThanAShard) },
    streets: {
      type: 'FeatureCollection',
      features: drawnStreets(streets).map(({ name, class: streetClass, line }) => ({
        type: 'Feature',
        properties: { label: toLabel(name), class: streetClass },
        geometry: { type: 'LineString', coordinates: line.map(rounded) },
      })),
    },
    places: {
      type: 'FeatureCollection',
      features: [...towns(places), ...inOrder(places, 'sector'), ...inOrder(places, 'metro'), ...waters()],
    },
  };
}

/** To a metre, the finest that is seen; an import knows more. */
function rounded([lng, lat]: LngLat): LngLat {
  return [Math.round(lng * 1e5) / 1e5, Math.round(lat * 1e5) / 1e5];
}

/** The most streets a browser gets, as it gets all at once: about 7 MB of GeoJSON, a fifth of it compressed. */
export const MAX_DRAWN_STREETS = 60_000;
const LEAST_IMPORTANT_FIRST: StreetClass[] = ['service', 'pedestrian', 'residential', 'tertiary', 'secondary'];

/** Leaves out whole classes of streets, the least important first, until the rest is not too many to draw. */
function drawnStreets(streets: readonly Street[]): readonly Street[] {
  let drawn = streets;
  for (const leftOut of LEAST_IMPORTANT_FIRST) {
    if (drawn.length <= MAX_DRAWN_STREETS) break;
    drawn = drawn.filter((street) => street.class !== leftOut);
  }
  return drawn;
}

// Simplifying the outlines left shards where lakes were, as water and as holes in the land; on the map they look broken.
const CORNERS_OF_A_SHARD = 9;

type Area = MapData['land']['features'][number];

const isNoShard = (ring: readonly LngLat[]) => ring.length > CORNERS_OF_A_SHARD;

function isMoreThanAShard({ geometry }: Area): boolean {
  return geometry.type === 'MultiPolygon' || isNoShard(geometry.coordinates[0] ?? []);
}

function withoutShards(area: Area): Area {
  if (area.geometry.type === 'Polygon') return area;
  const coordinates = area.geometry.coordinates.map(([outline = [], ...holes]) => [
    outline,
    ...holes.filter(isNoShard),
  ]);
  return { ...area, geometry: { type: 'MultiPolygon', coordinates } };
}

/** A name as short as a map wants it: no remark in brackets, one name of several, nothing for a nameless link road. */
export function toLabel(name: string): string {
  const [first = ''] = name.replace(/\s*\([^)]*\)/g, '').split(' / ');
  return /^acceso\b/i.test(first) ? '' : first;
}

// Towns come in the order of their size; the capital stands last in the data and comes first on the map.
function towns(places: MapData['places']): PointFeature[] {
  const cities = places.filter(({ kind }) => kind === 'city');
  const ordered = [...cities.filter(({ name }) => name === CAPITAL), ...cities.filter(({ name }) => name !== CAPITAL)];
  return ordered.map(({ kind, name, lng, lat }, rank) => point(kind, name, rank, [lng, lat]));
}

function inOrder(places: MapData['places'], kind: string): PointFeature[] {
  return places
    .filter((place) => place.kind === kind)
    .map(({ name, lng, lat }, rank) => point(kind, name, rank, [lng, lat]));
}

function waters(): PointFeature[] {
  return WATERS.map(({ kind, label, point: at }, rank) => point(kind, label, rank, at));
}

function point(kind: string, name: string, rank: number, coordinates: LngLat): PointFeature {
  return {
    type: 'Feature',
    properties: { kind, label: toLabel(name), rank },
    geometry: { type: 'Point', coordinates },
  };
}
