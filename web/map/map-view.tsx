import { useState } from 'react';
import type { ChosenSpot, MapViewProps } from './contract.ts';
import { LiveMap } from './live-map.tsx';

/**
 * The map with its markers, info window, route and the user's location. Its library is not loaded while `isWaiting`, since its
 * start blocks the browser for a while.
 */
export function MapView({ isWaiting = false, ...props }: MapViewProps & { isWaiting?: boolean }) {
  const { selectedSpotId = null } = props;
  const [lastChosen, setChosen] = useState<ChosenSpot | null>(null);
  // Selecting another spot elsewhere closes this info window.
  const chosen = selectedSpotId === null || selectedSpotId === lastChosen?.id ? lastChosen : null;
  return <LiveMap {...props} isWaiting={isWaiting} chosen={chosen} onChoose={setChosen} />;
}
