import { useEffect } from 'react';
import type { Position } from '../../../domain/zones/distance.ts';

const ORANGE = '#ff7a1a';

/** A driving route on the map. */
export function GoogleRouteLine({ map, path }: { map: google.maps.Map; path: readonly Position[] }) {
  useEffect(() => {
    const line = new google.maps.Polyline({
      map,
      path: [...path],
      strokeColor: ORANGE,
      strokeWeight: 4,
      strokeOpacity: 0.8,
      clickable: false,
    });
    return () => line.setMap(null);
  }, [map, path]);
  return null;
}
