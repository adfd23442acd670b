import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { logWarning } from '../platform/log.ts';
import { clearOf } from './clear-of.ts';
import { KeyRefused } from './key-refused.ts';
import { MapBoundary } from './map-boundary.tsx';
import { MapFailure } from './map-failure.tsx';
import { usesGoogle } from './map-service.ts';
import type { MapViewProps, ProvidedMapProps } from './map-view-props.ts';
import { MAP_LIBRARY } from './open/map-library.ts';
import { MapLoading } from './open/map-loading.tsx';
import { withRetries } from './with-retries.ts';

/**
 * The map with its markers, info window, route and the person's place. Its library is loaded when a map is first shown,
 * or later, while `isWaiting`: to start it keeps the browser from everything else for a while.
 */
export function MapView({ isWaiting = false, ...props }: MapViewProps & { isWaiting?: boolean }) {
  const queries = useQueryClient();
  const library = useQuery({
    queryKey: [...MAP_LIBRARY, 'map'],
    queryFn: loadMap,
    enabled: !isWaiting,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // What it loads is tried again there.
    retry: false,
    networkMode: 'always',
  });
  const [failure, setFailure] = useState<{ cause: unknown } | null>(null);

  if (failure || library.isError) {
    const retry = () => {
      if ((failure?.cause ?? library.error) instanceof KeyRefused) window.location.reload();
      setFailure(null);
      // The search beside the map may have failed with it.
      void queries.refetchQueries({ queryKey: MAP_LIBRARY, predicate: ({ state }) => state.status === 'error' });
    };
    if (!library.isFetching) {
      return (
        <div className="size-full" style={clearOf(props.padding)}>
          <MapFailure onRetry={retry} />
        </div>
      );
    }
  }
  if (library.data === undefined) return <MapLoading padding={props.padding} />;
  const ProvidedMap = library.data;
  const fail = (cause: unknown) => {
    logWarning('The map cannot be shown', cause);
    setFailure({ cause });
  };
  return (
    <MapBoundary onFailure={fail}>
      <ProvidedMap {...props} onFailure={fail} />
    </MapBoundary>
  );
}

async function loadMap(): Promise<ComponentType<ProvidedMapProps>> {
  if (!usesGoogle()) return (await withRetries(() => import('./open/open-map.tsx'))).OpenMap;
  const [{ GoogleMap }] = await Promise.all([
    withRetries(() => import('./google/google-map.tsx')),
    withRetries(() => import('./google/services/load-google-maps.ts')).then(({ loadGoogleMaps }) => loadGoogleMaps()),
  ]);
  return GoogleMap;
}
