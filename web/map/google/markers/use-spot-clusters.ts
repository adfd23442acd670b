import type { Cluster } from '@googlemaps/markerclusterer';
import { useEffect, useState } from 'react';
import type { ParkingSpot } from '../../contract.ts';
import { SpotClusterer } from './spot-clusterer.ts';

const NONE: readonly Cluster[] = [];

/** The clusters drawn on a map for these spots; a single spot is a cluster of one. */
export function useSpotClusters(map: google.maps.Map, spots: readonly ParkingSpot[], selectedSpotId: string | null) {
  const [clusterer, setClusterer] = useState<SpotClusterer | null>(null);
  const [clusters, setClusters] = useState(NONE);
  useEffect(() => {
    const created = new SpotClusterer(map, setClusters);
    setClusterer(created);
    return () => {
      created.remove();
      setClusters(NONE);
    };
  }, [map]);
  useEffect(() => {
    clusterer?.show(spots);
    clusterer?.excludeFromClusters(selectedSpotId);
  }, [clusterer, spots, selectedSpotId]);
  return { clusters, findSpotId: (marker: object) => clusterer?.findSpotId(marker) ?? null };
}
