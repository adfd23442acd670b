import { useMemo } from 'react';
import { ClusterMarker } from './cluster-marker.tsx';
import { gatherSpots } from './gather-spots.ts';
import { InfoWindow } from './info-window.tsx';
import type { MapViewProps } from './map-view-props.ts';
import type { ParkingSpot } from './parking-spot.ts';
import { SpotMarker } from './spot-marker.tsx';

/** The spot whose info window is open; `byKeyboard` when a key opened it. */
export type ChosenSpot = { id: string; byKeyboard: boolean };

type SpotMarkersProps = Pick<MapViewProps, 'parkingSpots' | 'onMarkerClick' | 'onViewDetails'> & {
  zoom: number;
  selectedSpotId: string | null;
  chosen: ChosenSpot | null;
  onChoose: (chosen: ChosenSpot | null) => void;
};

/** The pins of all spots, gathered where they are too close, and the info window of the one that was clicked. */
export function SpotMarkers(props: SpotMarkersProps) {
  const { parkingSpots, zoom, selectedSpotId, chosen, onChoose, onMarkerClick, onViewDetails } = props;
  const gathering = useMemo(() => gatherSpots(parkingSpots), [parkingSpots]);
  const { spots, clusters } = useMemo(() => gathering(zoom), [gathering, zoom]);
  const chosenSpot = parkingSpots.find(({ id }) => id === chosen?.id);
  const choose = (spot: ParkingSpot, byKeyboard: boolean) => {
    onChoose({ id: spot.id, byKeyboard });
    onMarkerClick?.(spot);
  };
  return (
    <>
      {clusters.map((cluster) => (
        <ClusterMarker key={cluster.id} cluster={cluster} />
      ))}
      {spots.map((spot) => (
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
