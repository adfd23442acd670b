import { useEffect } from 'react';
import type { Bounds } from '../../../domain/zones/distance.ts';

/**
 * Follows what the map shows.
 * @param onViewChange called with the part of the map that is seen, at the start and each time a move has ended
 */
export function useGoogleView(map: google.maps.Map | null, onViewChange: ((bounds: Bounds) => void) | undefined): void {
  useEffect(() => {
    if (map === null || onViewChange === undefined) return;
    const listener = map.addListener('idle', () => {
      const bounds = map.getBounds()?.toJSON();
      if (bounds) onViewChange(bounds);
    });
    return () => listener.remove();
  }, [map, onViewChange]);
}
