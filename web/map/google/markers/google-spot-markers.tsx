import { useMemo } from 'react';
import type { MapViewProps } from '../../map-view-props.ts';
import type { ParkingSpot } from '../../markers/parking-spot.ts';
import type { ChosenSpot } from '../../markers/spot-markers.tsx';
import { GoogleClusterBadge } from './google-cluster-badge.tsx';
import { GoogleInfoWindow } from './google-info-window.tsx';
import { GoogleSpotPin } from './google-spot-pin.tsx';
import { useSpotClusters } from './use-spot-clusters.ts';

type GoogleSpotMarkersProps = Pick<MapViewProps, 'parkingSpots' | 'onMarkerClick' | 'onViewDetails'> & {
  map: google.maps.Map;
  selectedSpotId: string | null;
  chosen: ChosenSpot | null;
  onChoose: (chosen: ChosenSpot | null) => void;
};

/** The pins of all spots in view, gathered where they are too close, and the info window of the one that was clicked. */
export function GoogleSpotMarkers(props: GoogleSpotMarkersProps) {
  const { map, parkingSpots, selectedSpotId, chosen, onChoose, onMarkerClick, onViewDetails } = props;
  const { clusters, spotIdOf } = useSpotClusters(map, parkingSpots, selectedSpotId);
  const spots = useMemo(() => new Map(parkingSpots.map((spot) => [spot.id, spot])), [parkingSpots]);
  const chosenSpot = spots.get(chosen?.id ?? '');
  const choose = (spot: ParkingSpot, byKeyboard: boolean) => {
    onChoose({ id: spot.id, byKeyboard });
    onMarkerClick?.(spot);
  };
  return (
    <>
      {clusters.map(({ marker, markers: [first, ...others] }) => {
        const id = first && spotIdOf(first);
        const spot = spots.get(id ?? '');
        if (!spot || !(marker instanceof google.maps.marker.AdvancedMarkerElement)) return null;
        if (others.length > 0) {
          return <GoogleClusterBadge key={`cluster ${id}`} marker={marker} count={others.length + 1} />;
        }
        return (
          <GoogleSpotPin
            key={id}
            marker={marker}
            spot={spot}
            isSelected={id === selectedSpotId}
            onClick={({ byKeyboard }) => choose(spot, byKeyboard)}
          />
        );
      })}
      {chosenSpot ? (
        <GoogleInfoWindow
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
