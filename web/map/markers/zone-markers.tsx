import { useEffect, useMemo, useState } from 'react';
import Supercluster from 'supercluster';
import { m } from '#messages';
import type { Bounds, Position } from '../../../domain/zones/distance.ts';
import type { ParkingSpot, ProviderMapProps } from '../contract.ts';
import { type MapWindow, type MarkerButtonProps, useMapSurface } from './map-surface.ts';
import { Pin } from './marker-icons.tsx';
import { focusSpotMarker, formatSpotLabel } from './zone-info-card.tsx';

/** Pins closer than this are clustered; the specification's values. */
const CLUSTER_RADIUS_PX = 60;
const MIN_CLUSTER_SIZE = 2;
/** The last level with clusters. */
const MAX_CLUSTER_ZOOM = 16;
/** Markers that are added to the map at a time, so that the browser stays responsive. */
const BATCH_SIZE = 2000;

/** Up to this many are all drawn: none appears late, and the keyboard reaches those outside the screen. */
const MAX_SPOTS_DRAWN_AT_ONCE = 200;
const EVERYWHERE: Bounds = { west: -180, south: -90, east: 180, north: 90 };

/** The pins of the visible spots, clustered where they are too close, and the info window of the chosen one. */
export function SpotMarkers({ mapWindow, ...props }: ProviderMapProps & { mapWindow: MapWindow }) {
  const { parkingSpots, selectedSpotId = null, chosen, onChoose, onMarkerClick, onViewDetails } = props;
  const { InfoWindow, tilePx } = useMapSurface();
  const clusterIndex = useMemo(() => clusterSpots(parkingSpots, tilePx), [parkingSpots, tilePx]);
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
          onPress={({ byKeyboard }) => choose(spot, byKeyboard)}
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
  const { MarkerButton, moveTo } = useMapSurface();
  return (
    <MarkerButton
      position={cluster}
      label={m.map_zone_cluster({ count: cluster.count })}
      onPress={() => moveTo(cluster, cluster.splitZoom)}
    >
      <span className="bg-brand text-on-brand flex size-11 items-center justify-center rounded-full border-[3px] border-white text-base font-bold shadow-md ring-2 ring-[#c6dc2c]">
        {cluster.count}
      </span>
    </MarkerButton>
  );
}

type SpotMarkerProps = Pick<MarkerButtonProps, 'onPress'> & { spot: ParkingSpot; isSelected: boolean };

/** A pin, struck through when nothing is free, dark and bouncing while selected. */
function SpotMarker({ spot, isSelected, onPress }: SpotMarkerProps) {
  const { MarkerButton, moveTo } = useMapSurface();
  return (
    <MarkerButton
      position={spot}
      anchor="bottom"
      label={formatSpotLabel(spot)}
      isPressed={isSelected}
      spotId={spot.id}
      onPress={onPress}
      onReach={() => moveTo(spot)}
    >
      <span className="flex size-11 items-end justify-center">
        <Pin isFull={spot.availableSpaces <= 0} isSelected={isSelected} />
      </span>
    </MarkerButton>
  );
}

/** Several spots that are too close to tell apart; `splitZoom` is the level that separates them. */
type SpotCluster = Position & { id: string; count: number; splitZoom: number };

/** Finds the single spots and the clusters to show within some bounds at a zoom level. */
type ClusterIndex = (zoom: number, bounds: Bounds) => { spots: ParkingSpot[]; clusters: SpotCluster[] };

/** Indexes spots for clustering by how close they are on the screen. */
export function clusterSpots(parkingSpots: readonly ParkingSpot[], tilePx: number): ClusterIndex {
  const index = new Supercluster<ParkingSpot>({
    radius: CLUSTER_RADIUS_PX,
    extent: tilePx,
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
