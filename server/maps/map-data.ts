import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { LngLat } from './position.ts';

const lngLat = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]) satisfies z.ZodType<LngLat>;

const streetSchema = z.object({
  properties: z.object({
    name: z.string(),
    class: z.enum(['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'residential', 'service', 'pedestrian']),
    oneway: z.boolean().default(false),
    speed_kmh: z.number().positive(),
  }),
  geometry: z.object({ type: z.literal('LineString'), coordinates: z.array(lngLat).min(2) }),
});

const placeSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  address: z.string().default(''),
  city: z.string().default(''),
});

const collectionOf = <T extends z.ZodType>(feature: T) =>
  z.object({ type: z.literal('FeatureCollection'), features: z.array(feature) });

const ring = z.array(lngLat).min(4);

const areaSchema = z.looseObject({
  type: z.literal('Feature'),
  properties: z.looseObject({ name: z.string() }),
  geometry: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Polygon'), coordinates: z.array(ring) }),
    z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring)) }),
  ]),
});

export type StreetClass = z.infer<typeof streetSchema>['properties']['class'];

/** A street as one line; vertices it shares with another street are junctions. A one-way street runs in the line's order. */
export type Street = { name: string; class: StreetClass; oneway: boolean; speedKmh: number; line: LngLat[] };

export type Place = z.infer<typeof placeSchema>;

type Areas = { type: 'FeatureCollection'; features: z.infer<typeof areaSchema>[] };

export type MapData = { streets: Street[]; places: Place[]; land: Areas; water: Areas };

/** The folder with the map that the product ships. */
export const BUILT_IN_MAP = join(import.meta.dirname, 'built-in');

/**
 * Reads the map of one folder: streets, places, land and water.
 * @throws when a file is missing or is not what it should be
 */
export function readMapData(folder: string): MapData {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return {
    streets: collectionOf(streetSchema)
      .parse(read('streets.geojson'))
      .features.map(({ properties, geometry }) => ({
        name: properties.name,
        class: properties.class,
        oneway: properties.oneway,
        speedKmh: properties.speed_kmh,
        line: geometry.coordinates,
      })),
    places: z.array(placeSchema).parse(read('places.json')),
    land: collectionOf(areaSchema).parse(read('land.geojson')),
    water: collectionOf(areaSchema).parse(read('water.geojson')),
  };
}
