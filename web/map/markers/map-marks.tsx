import { useEffect, useMemo, useState } from 'react';
import Supercluster from 'supercluster';
import { m } from '#messages';
import type { Bounds, Position } from '../../../domain/zones/distance.ts';
import type { MapZone, ProviderMapProps } from '../contract.ts';
import { type MapWindow, type MarkerButtonProps, useMapSurface } from './map-surface.tsx';
import { DestinationPin, Pin, PlaceDot, UserDot } from './marker-icons.tsx';
import { focusZoneMarker, formatZoneLabel } from './zone-info-card.tsx';

/** Everything that stands on the map; the zones once `mapWindow` is there. */
export function MapMarks({ mapWindow, ...props }: ProviderMapProps & { mapWindow: MapWindow | null }) {
  const { Marker } = useMapSurface();
  const { userLocation, foundPlace, destination } = props;
  return (
    <>
      {userLocation ? (
        <Marker position={userLocation}>
          <UserDot />
        </Marker>
      ) : null}
      {foundPlace ? (
        <Marker position={foundPlace.position}>
          <PlaceDot title={foundPlace.title} />
        </Marker>
      ) : null}
      {mapWindow ? <ZoneMarkers {...props} mapWindow={mapWindow} /> : null}
      {destination ? (
        <Marker position={destination.position} anchor="bottom">
          <DestinationPin name={destination.name} />
        </Marker>
      ) : null}
    </>
  );
}

/** Pins closer than this are clustered; the specification's values. */
const CLUSTER_RADIUS_PX = 60;
const MIN_CLUSTER_SIZE = 2;
/** The last level with clusters. */
const MAX_CLUSTER_ZOOM = 16;
/** Markers that are added to the map at a time, so that the browser stays responsive. */
const BATCH_SIZE = 2000;

/** Up to this many are all drawn: none appears late, and the keyboard reaches those outside the screen. */
const MAX_ZONES_DRAWN_AT_ONCE = 200;
const EVERYWHERE: Bounds = { west: -180, south: -90, east: 180, north: 90 };

/** The pins of the visible zones, clustered where they are too close, and the info window of the chosen one. */
function ZoneMarkers({ mapWindow, ...props }: ProviderMapProps & { mapWindow: MapWindow }) {
  const { zones, selectedZoneId = null, chosen, onChoose, onMarkerClick, onViewDetails } = props;
  const { InfoWindow, tilePx } = useMapSurface();
  const clusterIndex = useMemo(() => clusterZones(zones, tilePx), [zones, tilePx]);
  const { single, clusters } = useMemo(
    () => clusterIndex(mapWindow.zoom, zones.length <= MAX_ZONES_DRAWN_AT_ONCE ? EVERYWHERE : mapWindow.bounds),
    [clusterIndex, zones.length, mapWindow],
  );
  const drawn = useBatches(single);
  const chosenZone = zones.find(({ id }) => id === chosen?.id);
  // The selected zone stays visible when it is part of a cluster.
  const selectedZone = single.some(({ id }) => id === selectedZoneId)
    ? undefined
    : zones.find(({ id }) => id === selectedZoneId);
  const choose = (zone: MapZone, byKeyboard: boolean) => {
    onChoose({ id: zone.id, byKeyboard });
    onMarkerClick?.(zone);
  };
  return (
    <>
      {clusters.map((cluster) => (
        <ClusterMarker key={cluster.id} cluster={cluster} />
      ))}
      {[...drawn, ...(selectedZone ? [selectedZone] : [])].map((zone) => (
        <ZoneMarker
          key={zone.id}
          zone={zone}
          isSelected={zone.id === selectedZoneId}
          onPress={({ byKeyboard }) => choose(zone, byKeyboard)}
        />
      ))}
      {chosenZone ? (
        <InfoWindow
          key={chosenZone.id}
          zone={chosenZone}
          takesFocus={chosen?.byKeyboard ?? false}
          onClose={() => {
            onChoose(null);
            focusZoneMarker(chosenZone.id);
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

/** A click zooms in until the zones are apart. */
function ClusterMarker({ cluster }: { cluster: ZoneCluster }) {
  const { MarkerButton, moveTo } = useMapSurface();
  return (
    <MarkerButton
      position={cluster}
      label={m.map_zone_cluster({ count: cluster.count })}
      onPress={() => moveTo(cluster, cluster.splitZoom)}
      onReach={() => moveTo(cluster)}
    >
      <span className="bg-brand text-on-brand flex size-11 items-center justify-center rounded-full border-[3px] border-white text-base font-bold shadow-md ring-2 ring-[#c6dc2c]">
        {cluster.count}
      </span>
    </MarkerButton>
  );
}

type ZoneMarkerProps = Pick<MarkerButtonProps, 'onPress'> & { zone: MapZone; isSelected: boolean };

/** A pin, struck through when nothing is free, dark and bouncing while selected. */
function ZoneMarker({ zone, isSelected, onPress }: ZoneMarkerProps) {
  const { MarkerButton, moveTo } = useMapSurface();
  return (
    <MarkerButton
      position={zone.position}
      anchor="bottom"
      label={formatZoneLabel(zone)}
      isPressed={isSelected}
      zoneId={zone.id}
      onPress={onPress}
      onReach={() => moveTo(zone.position)}
    >
      <span className="flex size-11 items-end justify-center">
        <Pin isFull={zone.availableSpaces <= 0} isSelected={isSelected} />
      </span>
    </MarkerButton>
  );
}

/** Several zones that are too close to tell apart; `splitZoom` is the level that separates them. */
type ZoneCluster = Position & { id: string; count: number; splitZoom: number };

/** Finds the single zones and the clusters to show within some bounds at a zoom level. */
type ClusterIndex = (zoom: number, bounds: Bounds) => { single: MapZone[]; clusters: ZoneCluster[] };

/** Indexes zones for clustering by how close they are on the screen. */
export function clusterZones(zones: readonly MapZone[], tilePx: number): ClusterIndex {
  const index = new Supercluster<MapZone>({
    radius: CLUSTER_RADIUS_PX,
    extent: tilePx,
    minPoints: MIN_CLUSTER_SIZE,
    maxZoom: MAX_CLUSTER_ZOOM,
  });
  index.load(
    zones.map((zone) => ({
      type: 'Feature',
      properties: zone,
      geometry: { type: 'Point', coordinates: [zone.position.lng, zone.position.lat] },
    })),
  );
  return (zoom, { west, south, east, north }) => {
    const single: MapZone[] = [];
    const clusters: ZoneCluster[] = [];
    for (const { properties, geometry } of index.getClusters([west, south, east, north], Math.floor(zoom))) {
      const [lng = 0, lat = 0] = geometry.coordinates;
      if ('cluster' in properties) {
        const { cluster_id, point_count } = properties;
        const splitZoom = index.getClusterExpansionZoom(cluster_id);
        clusters.push({ id: `cluster ${cluster_id}`, lat, lng, count: point_count, splitZoom });
      } else {
        single.push(properties as MapZone);
      }
    }
    return { single, clusters };
  };
}
