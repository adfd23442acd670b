import type { Cluster } from '@googlemaps/markerclusterer';
import { useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { m } from '#messages';
import type { ParkingSpot, SpotMarkersProps } from '../../contract.ts';
import { focusSpotMarker } from '../../markers/focus-spot-marker.ts';
import { GoogleInfoWindow } from './google-info-window.tsx';
import { GoogleSpotPin } from './google-spot-pin.tsx';
import { SpotClusterer } from './spot-clusterer.ts';
import { useMarkerButton } from './use-marker-button.ts';

const NO_CLUSTERS: readonly Cluster[] = [];

type GoogleSpotMarkersProps = SpotMarkersProps & { map: google.maps.Map };

/** The pins of the visible spots, clustered where they are too close, and the info window of the chosen one. */
export function GoogleSpotMarkers(props: GoogleSpotMarkersProps) {
  const { map, parkingSpots, selectedSpotId, chosen, onChoose, onMarkerClick, onViewDetails } = props;
  const { clusters, findSpotId } = useSpotClusters(map, parkingSpots, selectedSpotId);
  const spots = useMemo(() => new Map(parkingSpots.map((spot) => [spot.id, spot])), [parkingSpots]);
  const chosenSpot = spots.get(chosen?.id ?? '');
  const choose = (spot: ParkingSpot, byKeyboard: boolean) => {
    onChoose({ id: spot.id, byKeyboard });
    onMarkerClick?.(spot);
  };
  return (
    <>
      {clusters.map(({ marker, markers: [first, ...others] }) => {
        const id = first && findSpotId(first);
        const spot = spots.get(id ?? '');
        if (!spot || !(marker instanceof google.maps.marker.AdvancedMarkerElement)) return null;
        if (others.length > 0) {
          return <ClusterBadge key={`cluster ${id}`} marker={marker} count={others.length + 1} />;
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
            focusSpotMarker(chosenSpot.id);
          }}
          onViewDetails={onViewDetails}
        />
      ) : null}
    </>
  );
}

type ClusterBadgeProps = { marker: google.maps.marker.AdvancedMarkerElement; count: number };

/** The content of a cluster's marker; the clusterer handles its clicks. */
function ClusterBadge({ marker, count }: ClusterBadgeProps) {
  useMarkerButton(marker, { title: m.map_zone_cluster({ count }), zIndex: 0 });
  if (!(marker.content instanceof Element)) return null;
  return createPortal(
    <span className="bg-brand text-on-brand flex size-11 items-center justify-center rounded-full border-[3px] border-white text-base font-bold shadow-md ring-2 ring-[#c6dc2c]">
      {count}
    </span>,
    marker.content,
  );
}

/** The clusters drawn on a map for these spots; a single spot is a cluster of one. */
function useSpotClusters(map: google.maps.Map, spots: readonly ParkingSpot[], selectedSpotId: string | null) {
  const [clusterer, setClusterer] = useState<SpotClusterer | null>(null);
  const [clusters, setClusters] = useState(NO_CLUSTERS);
  useEffect(() => {
    const created = new SpotClusterer(map, setClusters);
    setClusterer(created);
    return () => {
      created.remove();
      setClusters(NO_CLUSTERS);
    };
  }, [map]);
  useEffect(() => {
    clusterer?.show(spots);
    clusterer?.excludeFromClusters(selectedSpotId);
  }, [clusterer, spots, selectedSpotId]);
  return { clusters, findSpotId: (marker: object) => clusterer?.findSpotId(marker) ?? null };
}
