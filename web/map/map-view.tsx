import { useState } from 'react';
import type { ChosenSpot, MapViewProps } from './contract.ts';
import { LiveMap } from './live-map.tsx';
import { hasStillPictures } from './map-service.ts';
import { StillFirstMap } from './open/still/still-first-map.tsx';

type Props = MapViewProps & {
  /** Keeps the map's library from loading, since its start blocks the browser for a while. */
  isWaiting?: boolean;
  /** Shows a still picture first where the server can draw one. */
  startsStill?: boolean;
};

/** The map with its markers, info window, route and the user's location. */
export function MapView({ isWaiting = false, startsStill = false, ...props }: Props) {
  const { selectedSpotId = null } = props;
  const [lastChosen, setChosen] = useState<ChosenSpot | null>(null);
  // Selecting another spot elsewhere closes this info window.
  const chosen = selectedSpotId === null || selectedSpotId === lastChosen?.id ? lastChosen : null;
  const map = { ...props, isWaiting, chosen, onChoose: setChosen };
  return startsStill && hasStillPictures() ? <StillFirstMap {...map} /> : <LiveMap {...map} />;
}
