import type { Cluster } from '@googlemaps/markerclusterer';
import { InfoWindow, useMap } from '@vis.gl/react-google-maps';
import { type ComponentProps, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { m } from '#messages';
import type { ParkingSpot, SpotMarkersProps } from '../contract.ts';
import { INFO_WINDOW_OFFSET } from '../map-settings.ts';
import { Pin } from '../markers/marker-icons.tsx';
import { focusSpotMarker, formatSpotLabel, SpotCard } from '../markers/spot-card.tsx';
import { SpotClusterer } from './spot-clusterer.ts';

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

/** The 200 px of the card, and Google's own edges. */
const MAX_WIDTH_PX = 248;

function GoogleInfoWindow(props: ComponentProps<typeof SpotCard>) {
  const { spot, takesFocus, onClose } = props;
  return (
    <InfoWindow
      position={{ lat: spot.lat, lng: spot.lng }}
      pixelOffset={INFO_WINDOW_OFFSET}
      maxWidth={MAX_WIDTH_PX}
      headerDisabled
      // The camera moves the map instead, as it knows what covers it.
      disableAutoPan
      // The card is mounted later than this component, so Google moves the focus.
      shouldFocus={takesFocus}
      // Google listens to the Escape key itself.
      onClose={onClose}
    >
      {/* The card's close button overlaps its edge, and Google clips what overlaps the window. */}
      <div className="p-2.5">
        <SpotCard {...props} takesFocus={false} />
      </div>
    </InfoWindow>
  );
}

type GoogleSpotPinProps = {
  marker: google.maps.marker.AdvancedMarkerElement;
  spot: ParkingSpot;
  isSelected: boolean;
  onClick: (how: { byKeyboard: boolean }) => void;
};

/** A pin, struck through when nothing is free, dark and bouncing while selected. */
function GoogleSpotPin({ marker, spot, isSelected, onClick }: GoogleSpotPinProps) {
  const map = useMap();
  const { lat, lng } = spot;
  useMarkerButton(marker, { title: formatSpotLabel(spot), zIndex: isSelected ? 1 : 0, onClick });
  useEffect(() => {
    marker.dataset.spotId = spot.id;
    // Reached from the keyboard, a pin may be off the map.
    const show = () => {
      if (marker.matches(':focus-visible')) map?.panTo({ lat, lng });
    };
    marker.addEventListener('focus', show);
    return () => marker.removeEventListener('focus', show);
  }, [marker, map, spot.id, lat, lng]);
  if (!(marker.content instanceof Element)) return null;
  return createPortal(
    <span className="flex size-11 items-end justify-center">
      <Pin isFull={spot.availableSpaces <= 0} isSelected={isSelected} />
    </span>,
    marker.content,
  );
}

type MarkerButton = {
  title: string;
  zIndex: number;
  /** `byKeyboard` when a key did it, not a pointer. */
  onClick?: (how: { byKeyboard: boolean }) => void;
};

/** Names a marker, which Google renders as a button, and listens to its clicks. */
function useMarkerButton(
  marker: google.maps.marker.AdvancedMarkerElement,
  { title, zIndex, onClick }: MarkerButton,
): void {
  const click = useEffectEvent((byKeyboard: boolean) => onClick?.({ byKeyboard }));
  useEffect(() => {
    marker.title = title;
    marker.zIndex = zIndex;
  }, [marker, title, zIndex]);
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    // Google's own event does not have the input device.
    let byKeyboard = false;
    marker.addEventListener('keydown', () => (byKeyboard = true), options);
    marker.addEventListener('pointerdown', () => (byKeyboard = false), options);
    marker.addEventListener('gmp-click', () => click(byKeyboard), options);
    return () => listening.abort();
  }, [marker]);
}
