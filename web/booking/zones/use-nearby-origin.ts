import { useState } from 'react';
import { CITY_CENTRE } from '../../../domain/zones/city-centre.ts';
import { useOwnPosition } from '../../ui/platform/use-own-position.ts';

/** The start of distances: the position of the device, or the city centre when that is unknown or takes too long. */
export function useNearbyOrigin() {
  const [isWaiting, setIsWaiting] = useState(true);
  const own = useOwnPosition();
  const isLocating = own.isFetching && isWaiting;
  return {
    /** Null while the device is being located. */
    position: own.data ?? (isLocating ? null : CITY_CENTRE),
    isOwn: own.data !== undefined,
    /** Uses the city centre, as a browser may wait for the permission forever. */
    stopWaiting: () => setIsWaiting(false),
    retry: () => {
      setIsWaiting(true);
      void own.refetch();
    },
  };
}
