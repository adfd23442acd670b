import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CITY_CENTRE } from '../../../domain/zones/city-centre.ts';
import { getCurrentPosition } from '../../platform/geolocation.ts';

/** Where distances are counted from: the device, or the city centre when that is not known or not waited for. */
export function useNearbyOrigin() {
  const [isWaiting, setIsWaiting] = useState(true);
  const own = useQuery({
    queryKey: ['nearby-origin'],
    queryFn: getCurrentPosition,
    // Where the device was at an earlier visit says nothing.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    // Who said no is not asked again for each look at another window.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const isLocating = own.isFetching && isWaiting;
  return {
    /** Null while the device is being located. */
    position: own.data ?? (isLocating ? null : CITY_CENTRE),
    isOwn: own.data !== undefined,
    /** Goes on from the city centre; browsers let a person leave the question open for ever. */
    stopWaiting: () => setIsWaiting(false),
    retry: () => {
      setIsWaiting(true);
      void own.refetch();
    },
  };
}
