import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { logWarning } from '../platform/log.ts';
import { MapBoundary } from './map-boundary.tsx';
import { MapFailure } from './map-failure.tsx';
import { MapLoading } from './map-loading.tsx';
import type { MapPadding, MapViewProps } from './map-view-props.ts';

const RETRIES = 3;
const FIRST_RETRY_MS = 1000;

/** The map with its markers, info window, route and the person's place. Its library is loaded when a map is first shown. */
export function MapView(props: MapViewProps) {
  const library = useQuery({
    queryKey: ['map-library'],
    queryFn: () => import('./open-map.tsx'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: RETRIES,
    retryDelay: (failures) => FIRST_RETRY_MS * 2 ** failures,
    networkMode: 'always',
  });
  const [hasFailed, setHasFailed] = useState(false);

  if (hasFailed || library.isError) {
    const retry = () => {
      setHasFailed(false);
      if (library.isError) void library.refetch();
    };
    return (
      <div className="size-full" style={clearOf(props.padding)}>
        <MapFailure onRetry={retry} />
      </div>
    );
  }
  if (library.data === undefined) {
    return (
      <div className="size-full" style={clearOf(props.padding)}>
        <MapLoading />
      </div>
    );
  }
  const { OpenMap } = library.data;
  const fail = (cause: unknown) => {
    logWarning('The map cannot be shown', cause);
    setHasFailed(true);
  };
  return (
    <MapBoundary onFailure={fail}>
      <OpenMap {...props} onFailure={fail} />
    </MapBoundary>
  );
}

/** Keeps what stands in the place of the map out from under what covers it. */
function clearOf({ top = 0, right = 0, bottom = 0, left = 0 }: MapPadding = {}) {
  return { padding: `${top}px ${right}px ${bottom}px ${left}px` };
}
