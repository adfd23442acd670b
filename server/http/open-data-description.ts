import * as z from 'zod';

export const MAX_ZONES = 10_000;
export const MAX_AGE_SECONDS = 30;

const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);

/** A zone as anybody may reuse it; degrees, and prices of an hour in `currency`. */
const zone = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  address: z.string().nullable(),
  latitude: latitude.nullable().describe('Degrees (WGS 84)'),
  longitude: longitude.nullable().describe('Degrees (WGS 84)'),
  spaces: z.int().min(0).describe('How many spaces the zone has'),
  free: z.int().min(0).describe('How many of them can be used now'),
  price_from: z.number().min(0).describe('An hour on the cheapest space'),
  price_to: z.number().min(0).describe('An hour on the most expensive space'),
  currency: z.enum(['USD', 'DOP']),
  updated_at: z.iso.datetime().describe('When the spaces were counted'),
});
const zones = z.strictObject({ zones: z.array(zone).max(MAX_ZONES) });

const feature = z.strictObject({
  type: z.literal('Feature'),
  id: zone.shape.id,
  geometry: z.strictObject({
    type: z.literal('Point'),
    coordinates: z.tuple([longitude.describe('Longitude'), latitude.describe('Latitude')]),
  }),
  properties: zone.omit({ latitude: true, longitude: true }),
});
const zoneFeatures = z.strictObject({ type: z.literal('FeatureCollection'), features: z.array(feature) });

export type OpenZone = z.infer<typeof zone>;
export type OpenFeatures = z.infer<typeof zoneFeatures>;

const refer = (path: string) => ({ $ref: `#/components/${path}` });

type Operation = { operationId: string; summary: string; description: string; type: string; schema: string };

const describe = ({ operationId, summary, description, type, schema }: Operation) => ({
  get: {
    operationId,
    summary,
    responses: {
      200: {
        description,
        headers: { 'Cache-Control': refer('headers/CacheControl') },
        content: { [type]: { schema: refer(`schemas/${schema}`) } },
      },
      503: refer('responses/Unavailable'),
    },
  },
});

/** What `/open` has, in OpenAPI's format. */
export const DESCRIPTION = {
  openapi: '3.1.0',
  info: {
    title: 'Open data of parking zones',
    version: '1.0.0',
    description: `The parking zones of this installation: where they are, how many of their spaces are free now and what an hour costs. No key is needed, any site may read it, and there is no personal data in it. Responses may be ${MAX_AGE_SECONDS} seconds old.`,
  },
  paths: {
    '/open/zones.json': describe({
      operationId: 'listZones',
      summary: 'All zones by name, at most 10,000',
      description: 'The zones',
      type: 'application/json',
      schema: 'Zones',
    }),
    '/open/zones.geojson': describe({
      operationId: 'listZonesAsGeoJson',
      summary: 'The zones that have a position, as GeoJSON (RFC 7946)',
      description: 'A point for each zone',
      type: 'application/geo+json',
      schema: 'ZoneFeatures',
    }),
  },
  components: {
    headers: { CacheControl: { schema: { const: `public, max-age=${MAX_AGE_SECONDS}` } } },
    responses: {
      Unavailable: {
        description: 'The server has no connection to its database; try again after Retry-After seconds',
        headers: { 'Retry-After': { schema: { type: 'string' } } },
        content: { 'application/json': { schema: refer('schemas/Failure') } },
      },
    },
    schemas: {
      Zones: z.toJSONSchema(zones),
      ZoneFeatures: z.toJSONSchema(zoneFeatures),
      Failure: z.toJSONSchema(z.looseObject({ code: z.string(), message: z.string() })),
    },
  },
};
