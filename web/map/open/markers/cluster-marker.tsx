import { m } from '#messages';
import type { SpotCluster } from './cluster-spots.ts';
import { useMapSurface } from './map-surface.ts';

/** A click zooms in until the spots are apart. */
export function ClusterMarker({ cluster }: { cluster: SpotCluster }) {
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
