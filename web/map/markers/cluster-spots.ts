import Supercluster from 'supercluster';
import type { Bounds, Position } from '../../../domain/zones/distance.ts';
import { FEWEST_SPOTS, GRID_PX, LAST_GATHERED_ZOOM } from '../clustering.ts';
import type { ParkingSpot } from './parking-spot.ts';

/** As wide, in px, as one tile of the map at a whole zoom level. */
const TILE_PX = 512;

/** Several spots too close to tell apart; `splitZoom` is the level that takes them apart. */
export type SpotCluster = Position & { id: string; count: number; splitZoom: number };

/** Finds, for a zoom level and a part of the map, the spots to show alone and those to show as one. */
export type SpotGathering = (zoom: number, bounds: Bounds) => { spots: ParkingSpot[]; clusters: SpotCluster[] };

/** Prepares the gathering of spots by how close they are on the screen. */
export function gatherSpots(parkingSpots: readonly ParkingSpot[]): SpotGathering {
  const index = new Supercluster<ParkingSpot>({
    radius: GRID_PX,
    extent: TILE_PX,
    minPoints: FEWEST_SPOTS,
    maxZoom: LAST_GATHERED_ZOOM,
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
