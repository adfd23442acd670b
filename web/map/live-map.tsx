import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MapPinOff, WifiOff } from 'lucide-react';
import { Component, type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { m } from '#messages';
import { Button } from '../ui/form/button.tsx';
import { isOnline } from '../ui/platform/connection-state.ts';
import { logWarning } from '../ui/platform/log.ts';
import type { ProviderMapProps } from './contract.ts';
import { mapKeys } from './keys.ts';
import { MapLoading, paddingStyle } from './map-loading.tsx';
import { InvalidMapKeyError, usesGoogle, withRetries } from './map-service.ts';

export type LiveMapProps = Omit<ProviderMapProps, 'onFailure'>;

/** The map that moves. Its library is loaded when one is first shown. */
export function LiveMap(props: LiveMapProps) {
  const queries = useQueryClient();
  const library = useQuery({
    queryKey: mapKeys.library('map'),
    queryFn: loadMap,
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
      void queries.refetchQueries({ queryKey: mapKeys.library(), predicate: ({ state }) => state.status === 'error' });
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
    withRetries(() => import('./google/load-google-maps.ts')).then(({ loadGoogleMaps }) => loadGoogleMaps()),
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

/** The key of the operator may be wrong; the map that needs no key fails with the connection or the device's graphics. */
function describeFailure(): { title: string; hint?: string } {
  if (!isOnline()) return { title: m.problem_offline() };
  return usesGoogle()
    ? { title: m.map_failure_google(), hint: m.map_failure_google_hint() }
    : { title: m.map_failure_open(), hint: m.map_failure_open_hint() };
}

/** Shown instead of the map when its library, style or graphics fail, or the device is offline. */
function MapFailure({ onRetry }: { onRetry: () => void }) {
  const { title, hint } = describeFailure();
  const Icon = isOnline() ? MapPinOff : WifiOff;
  return (
    <div
      role="alert"
      data-map-failure
      className="bg-canvas flex size-full flex-col items-center justify-center-safe gap-1 overflow-y-auto px-3 text-center text-[min(1rem,4.6vw)] leading-snug"
    >
      <p className="font-semibold">
        <Icon aria-hidden="true" className="text-brand-ink mr-2 inline size-6 align-bottom" />
        {title}
      </p>
      {/* The hint stands below the button, which a map with little room shows first. */}
      <p className="text-muted order-1 max-w-sm text-[0.875em]">{hint}</p>
      <Button variant="secondary" size="small" className="shrink-0 text-[1em]!" onClick={onRetry}>
        {m.action_try_again()}
      </Button>
    </div>
  );
}
