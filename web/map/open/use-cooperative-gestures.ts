import type { MapRef } from '@vis.gl/react-maplibre';
import { useEffect } from 'react';

/** On wide screens the wheel scrolls the page and the map asks for a key or a second finger; on narrow ones the map takes all. */
export function useCooperativeGestures(map: MapRef | null, isCooperative: boolean): void {
  useEffect(() => {
    const gestures = map?.getMap().cooperativeGestures;
    if (isCooperative) gestures?.enable();
    else gestures?.disable();
  }, [map, isCooperative]);
}
