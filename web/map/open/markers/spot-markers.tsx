import { type ComponentProps, useEffect, useMemo, useState } from 'react';
import Supercluster from 'supercluster';
import { m } from '#messages';
import type { Bounds, Position } from '../../../../domain/zones/distance.ts';
import type { ParkingSpot, SpotMarkersProps } from '../../contract.ts';
import { BATCH_SIZE, CLUSTER_RADIUS_PX, MAX_CLUSTER_ZOOM, MIN_CLUSTER_SIZE } from '../../map-settings.ts';
import { Pin } from '../../markers/marker-icons.tsx';
import { focusSpotMarker, formatSpotLabel, SpotCard } from '../../markers/spot-card.tsx';
import { useMapSurface } from './map-surface.ts';
import type { MapWindow } from './use-map-window.ts';

/** The width of a map tile at a whole zoom level. */
const TILE_PX = 512;

/** Up to this many are all drawn: none appears late, and the keyboard reaches those outside the screen. */
const MAX_SPOTS_DRAWN_AT_ONCE = 200;
const EVERYWHERE: Bounds = { west: -180, south: -90, east: 180, north: 90 };

type OpenSpotMarkersProps = SpotMarkersProps & { mapWindow: MapWindow };

/** The pins of the visible spots, clustered where they are too close, and the info window of the chosen one. */
export function SpotMarkers(props: OpenSpotMarkersProps) {
  const { parkingSpots, mapWindow, selectedSpotId, chosen, onChoose, onMarkerClick, onViewDetails } = props;
  const clusterIndex = useMemo(() => clusterSpots(parkingSpots), [parkingSpots]);
  const { spots, clusters } = useMemo(
    () => clusterIndex(mapWindow.zoom, parkingSpots.length <= MAX_SPOTS_DRAWN_AT_ONCE ? EVERYWHERE : mapWindow.bounds),
    [clusterIndex, parkingSpots.length, mapWindow],
  );
  const drawn = useBatches(spots);
  const chosenSpot = parkingSpots.find(({ id }) => id === chosen?.id);
  // The selected spot stays visible when it is part of a cluster.
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
            focusSpotMarker(chosenSpot.id);
          }}
          onViewDetails={onViewDetails}
        />
      ) : null}
    </>
  );
}

function InfoWindow(props: ComponentProps<typeof SpotCard>) {
  const { Popup } = useMapSurface();
  return (
    <Popup position={props.spot}>
      <SpotCard {...props} />
    </Popup>
  );
}

/** The items to draw now. Each frame adds a batch, so that no frame takes too long. */
function useBatches<Item>(items: readonly Item[]): readonly Item[] {
  const [progress, setProgress] = useState({ items, count: BATCH_SIZE });
  const count = progress.items === items ? progress.count : BATCH_SIZE;
  const isComplete = count >= items.length;
  useEffect(() => {
    if (isComplete) return;
    const frame = requestAnimationFrame(() => setProgress({ items, count: count + BATCH_SIZE }));
    return () => cancelAnimationFrame(frame);
  }, [items, count, isComplete]);
  return isComplete ? items : items.slice(0, count);
}

/** A click zooms in until the spots are apart. */
function ClusterMarker({ cluster }: { cluster: SpotCluster }) {
  const { Marker, moveTo } = useMapSurface();
  return (
    <Marker position={cluster} onClick={() => moveTo(cluster, cluster.splitZoom)}>
      <button
        type="button"
        aria-label={m.map_zone_cluster({ count: cluster.count })}
        className="bg-brand text-on-brand flex size-11 items-center justify-center rounded-full border-[3px] border-white text-base font-bold shadow-md ring-2 ring-[#c6dc2c]"
      >
        {cluster.count}
      </button>
    </Marker>
  );
}

type SpotMarkerProps = {
  spot: ParkingSpot;
  isSelected: boolean;
  /** `byKeyboard` when a key did it, not a pointer. */
  onClick: (how: { byKeyboard: boolean }) => void;
};

/** A pin, struck through when nothing is free, dark and bouncing while selected. */
function SpotMarker({ spot, isSelected, onClick }: SpotMarkerProps) {
  const { Marker, moveTo } = useMapSurface();
  return (
    <Marker
      position={spot}
      anchor="bottom"
      isOnTop={isSelected}
      onClick={({ detail }) => onClick({ byKeyboard: detail === 0 })}
    >
      <button
        type="button"
        aria-label={formatSpotLabel(spot)}
        aria-pressed={isSelected}
        data-spot-id={spot.id}
        onFocus={({ currentTarget }) => {
          // Reached from the keyboard, a pin may be under the sheet or off the map.
          if (currentTarget.matches(':focus-visible')) moveTo(spot);
        }}
        className="flex size-11 items-end justify-center rounded-full"
      >
        <Pin isFull={spot.availableSpaces <= 0} isSelected={isSelected} />
      </button>
    </Marker>
  );
}

/** Several spots that are too close to tell apart; `splitZoom` is the level that separates them. */
type SpotCluster = Position & { id: string; count: number; splitZoom: number };

/** Finds the single spots and the clusters to show within some bounds at a zoom level. */
type ClusterIndex = (zoom: number, bounds: Bounds) => { spots: ParkingSpot[]; clusters: SpotCluster[] };

/** Indexes spots for clustering by how close they are on the screen. */
export function clusterSpots(parkingSpots: readonly ParkingSpot[]): ClusterIndex {
  const index = new Supercluster<ParkingSpot>({
    radius: CLUSTER_RADIUS_PX,
    extent: TILE_PX,
    minPoints: MIN_CLUSTER_SIZE,
    maxZoom: MAX_CLUSTER_ZOOM,
  });
  index.load(
    parkingSpots.map((spot) => ({
      type: 'Feature',
      properties: spot,
      geometry: { type: 'Point', coordinates: [spot.lng, spot.lat] },
    })),
  );
  return (zoom, { west, south, east, north }) => {
    const spots: ParkingSpot[] = [];
    const clusters: SpotCluster[] = [];
    for (const { properties, geometry } of index.getClusters([west, south, east, north], Math.floor(zoom))) {
      const [lng = 0, lat = 0] = geometry.coordinates;
      if ('cluster' in properties) {
        const { cluster_id, point_count } = properties;
        const splitZoom = index.getClusterExpansionZoom(cluster_id);
        clusters.push({ id: `cluster ${cluster_id}`, lat, lng, count: point_count, splitZoom });
      } else {
        spots.push(properties as ParkingSpot);
      }
    }
    return { spots, clusters };
  };
}
