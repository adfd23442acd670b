import type { MapData, Place, Street, StreetClass } from '../map-data.ts';
import type { LngLat } from '../position.ts';

/** Positions for the names of waters, whose outlines are split in the data. */
const WATERS = [
  { kind: 'sea', name: 'Mar Caribe', lng: -69.905, lat: 18.405 },
  { kind: 'sea', name: 'Océano Atlántico', lng: -69.7, lat: 19.95 },
  { kind: 'river', name: 'Río Ozama', lng: -69.8815, lat: 18.4975 },
];

const CAPITAL = 'Santo Domingo';

/** The GeoJSON of the map's sources, with only the properties that the style uses. */
export function toMapLayers({ land, water, streets, places }: MapData) {
  return {
    land: { ...land, features: land.features.map(removeSlivers) },
    water: { ...water, features: water.features.filter(isNoSliver) },
    streets: {
      type: 'FeatureCollection',
      features: selectStreets(streets).map(({ name, class: streetClass, line }) => ({
        type: 'Feature',
        properties: { label: toLabel(name), class: streetClass },
        geometry: { type: 'LineString' as const, coordinates: line.map(roundPosition) },
      })),
    },
    places: {
      type: 'FeatureCollection',
      features: [
        ...toPointFeatures(sortTowns(places)),
        ...toPointFeatures(places.filter(({ kind }) => kind === 'sector')),
        ...toPointFeatures(places.filter(({ kind }) => kind === 'metro')),
        ...toPointFeatures(WATERS),
      ],
    },
  };
}

/** Rounds to a metre, the finest visible detail. */
function roundPosition([lng, lat]: LngLat): LngLat {
  return [Math.round(lng * 1e5) / 1e5, Math.round(lat * 1e5) / 1e5];
}

/** A browser loads all streets at once: about 7 MB of GeoJSON, a fifth of that compressed. */
export const MAX_DRAWN_STREETS = 60_000;
const LEAST_IMPORTANT_FIRST: StreetClass[] = ['service', 'pedestrian', 'residential', 'tertiary', 'secondary'];

/** Excludes whole classes of streets, the least important first, until the rest can be drawn. */
function selectStreets(streets: readonly Street[]): readonly Street[] {
  let drawn = streets;
  for (const excluded of LEAST_IMPORTANT_FIRST) {
    if (drawn.length <= MAX_DRAWN_STREETS) break;
    drawn = drawn.filter((street) => street.class !== excluded);
  }
  return drawn;
}

// Simplified outlines contain slivers of lakes, as water and as holes in the land, which look broken on the map.
const MAX_SLIVER_VERTICES = 9;

type Area = MapData['land']['features'][number];

const isNoSliverRing = (ring: readonly LngLat[]) => ring.length > MAX_SLIVER_VERTICES;

function isNoSliver({ geometry }: Area): boolean {
  return geometry.type === 'MultiPolygon' || isNoSliverRing(geometry.coordinates[0] ?? []);
}

function removeSlivers(area: Area): Area {
  if (area.geometry.type === 'Polygon') return area;
  const coordinates = area.geometry.coordinates.map(([outline = [], ...holes]) => [
    outline,
    ...holes.filter(isNoSliverRing),
  ]);
  return { ...area, geometry: { type: 'MultiPolygon', coordinates } };
}

/** A short name: without remarks in brackets and alternative names, and empty for link roads without a name. */
export function toLabel(name: string): string {
  const [first = ''] = name.replace(/\s*\([^)]*\)/g, '').split(' / ');
  return /^acceso\b/i.test(first) ? '' : first;
}

// The data is sorted by size, except for the capital, which is last and must be first.
function sortTowns(places: MapData['places']) {
  return places
    .filter(({ kind }) => kind === 'city')
    .toSorted((a, b) => Number(b.name === CAPITAL) - Number(a.name === CAPITAL));
}

/** Labelled points, the most important first. */
function toPointFeatures(places: readonly Pick<Place, 'kind' | 'name' | 'lng' | 'lat'>[]) {
  return places.map(({ kind, name, lng, lat }, rank) => ({
    type: 'Feature',
    properties: { kind, label: toLabel(name), rank },
    geometry: { type: 'Point' as const, coordinates: [lng, lat] as LngLat },
  }));
}
