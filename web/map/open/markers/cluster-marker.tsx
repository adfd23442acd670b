import { Marker, useMap } from '@vis.gl/react-maplibre';
import { m } from '#messages';
import type { SpotCluster } from './cluster-spots.ts';

/** A click zooms in until the spots are apart. */
export function ClusterMarker({ cluster }: { cluster: SpotCluster }) {
  const { current: map } = useMap();
  return (
    <Marker
      longitude={cluster.lng}
      latitude={cluster.lat}
      onClick={({ originalEvent }) => {
        // The map listens on the same element further up and would take this for a click on empty map.
        originalEvent.stopPropagation();
        map?.easeTo({ center: [cluster.lng, cluster.lat], zoom: cluster.splitZoom });
      }}
    >
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
