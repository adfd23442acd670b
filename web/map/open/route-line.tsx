import { Layer, Source } from '@vis.gl/react-maplibre';
import { useMemo } from 'react';
import type { Position } from '../../../domain/zones/distance.ts';
import { ROUTE_COLOR, ROUTE_OPACITY, ROUTE_WIDTH_PX } from '../map-settings.ts';

export function RouteLine({ path }: { path: readonly Position[] }) {
  const data = useMemo(
    () => ({
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'LineString' as const, coordinates: path.map(({ lng, lat }) => [lng, lat]) },
    }),
    [path],
  );
  return (
    <Source id="driving-route" type="geojson" data={data}>
      <Layer
        id="driving-route"
        type="line"
        layout={{ 'line-cap': 'round', 'line-join': 'round' }}
        paint={{ 'line-color': ROUTE_COLOR, 'line-width': ROUTE_WIDTH_PX, 'line-opacity': ROUTE_OPACITY }}
      />
    </Source>
  );
}
