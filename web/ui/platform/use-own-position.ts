import { useQuery } from '@tanstack/react-query';
import { getCurrentPosition } from './geolocation.ts';

/** The position of the device, requested once by each screen. */
export function useOwnPosition() {
  return useQuery({
    queryKey: ['own-position'],
    queryFn: getCurrentPosition,
    // The position of an earlier visit is outdated.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    // A denied permission is not requested again each time the window gets the focus.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
