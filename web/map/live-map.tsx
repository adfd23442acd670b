import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Component, type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { logWarning } from '../ui/platform/log.ts';
import type { ProviderMapProps } from './contract.ts';
import { MapFailure } from './map-failure.tsx';
import { MapLoading, paddingStyle } from './map-loading.tsx';
import { InvalidMapKeyError, MAP_LIBRARY, usesGoogle } from './map-service.ts';
import { withRetries } from './with-retries.ts';

export type LiveMapProps = Omit<ProviderMapProps, 'onFailure'> & {
  isWaiting: boolean;
};

/** The map that moves. Its library is loaded when one is first shown, and not while `isWaiting`. */
export function LiveMap({ isWaiting, ...props }: LiveMapProps) {
  const queries = useQueryClient();
  const library = useQuery({
    queryKey: [...MAP_LIBRARY, 'map'],
    queryFn: loadMap,
    enabled: !isWaiting,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // `loadMap` retries by itself.
    retry: false,
    networkMode: 'always',
  });
  const [failure, setFailure] = useState<{ cause: unknown } | null>(null);
  const hasFailed = (failure !== null || library.isError) && !library.isFetching;
  const reportReady = useEffectEvent(() => props.onReady?.());
  useEffect(() => {
    if (hasFailed) reportReady();
  }, [hasFailed]);

  if (hasFailed) {
    const retry = () => {
      if ((failure?.cause ?? library.error) instanceof InvalidMapKeyError) window.location.reload();
      setFailure(null);
      // The search beside the map may have failed with it.
      void queries.refetchQueries({ queryKey: MAP_LIBRARY, predicate: ({ state }) => state.status === 'error' });
    };
    return (
      <div className="size-full" style={paddingStyle(props.padding)}>
        <MapFailure onRetry={retry} />
      </div>
    );
  }
  if (library.data === undefined) return <MapLoading padding={props.padding} />;
  const ProviderMap = library.data;
  const handleFailure = (cause: unknown) => {
    logWarning('The map cannot be shown', cause);
    setFailure({ cause });
  };
  return (
    <MapErrorBoundary onFailure={handleFailure}>
      <ProviderMap {...props} onFailure={handleFailure} />
    </MapErrorBoundary>
  );
}

async function loadMap(): Promise<ComponentType<ProviderMapProps>> {
  if (!usesGoogle()) return (await withRetries(() => import('./open/open-map.tsx'))).OpenMap;
  const [{ GoogleMap }] = await Promise.all([
    withRetries(() => import('./google/google-map.tsx')),
    withRetries(() => import('./google/services/load-google-maps.ts')).then(({ loadGoogleMaps }) => loadGoogleMaps()),
  ]);
  return GoogleMap;
}

type MapErrorBoundaryProps = { onFailure: (cause: unknown) => void; children: ReactNode };

/** Keeps an error in the map from removing the screen around it. */
class MapErrorBoundary extends Component<MapErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailure(error);
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
