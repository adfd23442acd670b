import { createHash } from 'node:crypto';
import type { FeatureCollection, Point } from 'geojson';
import { LRUCache } from 'lru-cache';
import type { OpenZone } from './read-open-zones.ts';

export const MAX_AGE_SECONDS = 30;

type Body = { bytes: Uint8Array<ArrayBuffer>; etag: string };

type Bodies = { json: Body; geoJson: Body };

/** Reads the zones at most every 30 seconds and once for all who ask meanwhile; the bodies of responses are kept. */
export function createOpenZonesCache(readZones: () => Promise<OpenZone[]>): () => Promise<Bodies> {
  const cache = new LRUCache<'zones', Bodies>({
    max: 1,
    ttl: MAX_AGE_SECONDS * 1000,
    async fetchMethod() {
      const zones = await readZones();
      return { json: toBody({ zones }), geoJson: toBody(toFeatures(zones)) };
    },
  });
  return () => cache.forceFetch('zones');
}

function toBody(content: object): Body {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

/** Zones without a position are not on a map. */
function toFeatures(zones: readonly OpenZone[]): FeatureCollection<Point, Omit<OpenZone, 'latitude' | 'longitude'>> {
  return {
    type: 'FeatureCollection',
    features: zones.flatMap(({ latitude, longitude, ...properties }) =>
      latitude === null || longitude === null
        ? []
        : {
            type: 'Feature',
            id: properties.id,
            geometry: { type: 'Point', coordinates: [longitude, latitude] },
            properties,
          },
    ),
  };
}
