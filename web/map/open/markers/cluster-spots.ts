import Supercluster from 'supercluster';
import type { Bounds, Position } from '../../../../domain/zones/distance.ts';
import type { ParkingSpot } from '../../contract.ts';
import { CLUSTER_RADIUS_PX, MAX_CLUSTER_ZOOM, MIN_CLUSTER_SIZE } from '../../map-settings.ts';

/** The width of a map tile at a whole zoom level. */
const TILE_PX = 512;

/** Several spots that are too close to tell apart; `splitZoom` is the level that separates them. */
export type SpotCluster = Position & { id: string; count: number; splitZoom: number };

/** Finds the single spots and the clusters to show within some bounds at a zoom level. */
export type ClusterIndex = (zoom: number, bounds: Bounds) => { spots: ParkingSpot[]; clusters: SpotCluster[] };

/** Indexes spots for clustering by how close they are on the screen. */
export function clusterSpots(parkingSpots: readonly ParkingSpot[]): ClusterIndex {
  const index = new Supercluster<ParkingSpot>({
    radius: CLUSTER_RADIUS_PX,
    extent: TILE_PX,
    minPoints: MIN_CLUSTER_SIZE,
    maxZoom: MAX_CLUSTER_ZOOM,
  });
  index.load(
    parkingSpots.map((spot) => ({
      type: 'Feature',
      properties: spot,
      geometry: { type: 'Point', coordinates: [spot.lng, spot.lat] },
    })),
  );
  return (zoom, { west, south, east, north }) => {
    const spots: ParkingSpot[] = [];
    const clusters: SpotCluster[] = [];
    for (const { properties, geometry } of index.getClusters([west, south, east, north], Math.floor(zoom))) {
      const [lng = 0, lat = 0] = geometry.coordinates;
      if ('cluster' in properties) {
        const { cluster_id, point_count } = properties;
        const splitZoom = index.getClusterExpansionZoom(cluster_id);
        clusters.push({ id: `cluster ${cluster_id}`, lat, lng, count: point_count, splitZoom });
      } else {
        spots.push(properties as ParkingSpot);
      }
    }
    return { spots, clusters };
  };
}
