import type { Cluster } from '@googlemaps/markerclusterer';
import { useEffect, useState } from 'react';
import type { ParkingSpot } from '../../markers/parking-spot.ts';
import { SpotClusterer } from './spot-clusterer.ts';

const NONE: readonly Cluster[] = [];

/** The clusters that are drawn on a map for these spots, a spot alone being a cluster of one. */
export function useSpotClusters(map: google.maps.Map, spots: readonly ParkingSpot[], selectedSpotId: string | null) {
  const [clusterer, setClusterer] = useState<SpotClusterer | null>(null);
  const [clusters, setClusters] = useState(NONE);
  useEffect(() => {
    const made = new SpotClusterer(map, setClusters);
    setClusterer(made);
    return () => {
      made.remove();
      setClusters(NONE);
    };
  }, [map]);
  useEffect(() => {
    clusterer?.show(spots);
    clusterer?.keepAlone(selectedSpotId);
  }, [clusterer, spots, selectedSpotId]);
  return { clusters, spotIdOf: (marker: object) => clusterer?.spotIdOf(marker) ?? null };
}
