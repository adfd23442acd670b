import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Position } from '../../../domain/zones/distance.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { requestRoute } from './request-route.ts';

/** The driving route to show on the map, or null; failures are only logged. */
export function useMapRoute(origin: Position | null, destination: Position | null): Position[] | null {
  const isEnabled = origin !== null && destination !== null;
  const route = useQuery({
    queryKey: ['map-route', origin, destination],
    queryFn: () => (isEnabled ? requestRoute(origin, destination) : null),
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  useEffect(() => {
    if (!route.error) return;
    const { cause } = route.error;
    const status = cause instanceof Error ? cause.message : 'an unknown status';
    logWarning(`Directions request failed due to ${status}`, cause);
  }, [route.error]);
  return isEnabled ? (route.data?.path ?? null) : null;
}
