import { useMemo } from 'react';
import type { Bounds } from '../../../domain/zones/distance.ts';
import type { MapViewProps } from '../map-view-props.ts';
import { useBatches } from '../open/use-batches.ts';
import type { MapWindow } from '../open/use-map-window.ts';
import { ClusterMarker } from './cluster-marker.tsx';
import { gatherSpots } from './cluster-spots.ts';
import { InfoWindow } from './info-window.tsx';
import type { ParkingSpot } from './parking-spot.ts';
import { SpotMarker } from './spot-marker.tsx';

/** So few are all drawn: none pops up late, and the keyboard reaches those beside the screen, which come into view then. */
const FEW_SPOTS = 200;
const EVERYWHERE: Bounds = { west: -180, south: -90, east: 180, north: 90 };

/** The spot whose info window is open; `byKeyboard` when a key opened it. */
export type ChosenSpot = { id: string; byKeyboard: boolean };

type SpotMarkersProps = Pick<MapViewProps, 'parkingSpots' | 'onMarkerClick' | 'onViewDetails'> & {
  mapWindow: MapWindow;
  selectedSpotId: string | null;
  chosen: ChosenSpot | null;
  onChoose: (chosen: ChosenSpot | null) => void;
};

/** The pins of the spots in sight, gathered where they are too close, and the info window of the one that was clicked. */
export function SpotMarkers(props: SpotMarkersProps) {
  const { parkingSpots, mapWindow, selectedSpotId, chosen, onChoose, onMarkerClick, onViewDetails } = props;
  const gathering = useMemo(() => gatherSpots(parkingSpots), [parkingSpots]);
  const { spots, clusters } = useMemo(
    () => gathering(mapWindow.zoom, parkingSpots.length <= FEW_SPOTS ? EVERYWHERE : mapWindow.bounds),
    [gathering, parkingSpots.length, mapWindow],
  );
  const drawn = useBatches(spots);
  const chosenSpot = parkingSpots.find(({ id }) => id === chosen?.id);
  // Nobody loses the spot they picked among those it is gathered with.
  const selectedSpot = spots.some(({ id }) => id === selectedSpotId)
    ? undefined
    : parkingSpots.find(({ id }) => id === selectedSpotId);
  const choose = (spot: ParkingSpot, byKeyboard: boolean) => {
    onChoose({ id: spot.id, byKeyboard });
    onMarkerClick?.(spot);
  };
  return (
    <>
      {clusters.map((cluster) => (
        <ClusterMarker key={cluster.id} cluster={cluster} />
      ))}
      {[...drawn, ...(selectedSpot ? [selectedSpot] : [])].map((spot) => (
        <SpotMarker
          key={spot.id}
          spot={spot}
          isSelected={spot.id === selectedSpotId}
          onClick={({ byKeyboard }) => choose(spot, byKeyboard)}
        />
      ))}
      {chosenSpot ? (
        <InfoWindow
          key={chosenSpot.id}
          spot={chosenSpot}
          takesFocus={chosen?.byKeyboard ?? false}
          onClose={() => {
            onChoose(null);
            focusMarker(chosenSpot.id);
          }}
          onViewDetails={onViewDetails}
        />
      ) : null}
    </>
  );
}

/** Gives the focus back to the marker whose window is put away. */
function focusMarker(spotId: string) {
  document.querySelector<HTMLElement>(`[data-spot-id="${CSS.escape(spotId)}"]`)?.focus();
}
