import { useEffect, useEffectEvent } from 'react';

const OFF_ROUTE_KM = 0.06;
const OFF_ROUTE_MS = 5000;

/**
 * Calls back when the driver has been more than 60 m off the way for 5 s, and every 5 s after that until they are on it.
 * @param offRouteKm null while there is no way or no position
 */
export function useNewWay(offRouteKm: number | null, onOffRoute: () => void): void {
  const isOff = offRouteKm !== null && offRouteKm > OFF_ROUTE_KM;
  const callBack = useEffectEvent(onOffRoute);
  useEffect(() => {
    if (!isOff) return;
    const interval = setInterval(() => {
      if (document.visibilityState === 'visible') callBack();
    }, OFF_ROUTE_MS);
    return () => clearInterval(interval);
  }, [isOff]);
}
