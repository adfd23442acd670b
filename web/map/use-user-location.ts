import { useCallback, useState } from 'react';
import type { Position } from '../../domain/zones/distance.ts';
import { getCurrentPosition } from '../ui/platform/geolocation.ts';
import { logWarning } from '../ui/platform/log.ts';
import { toLocationHint } from './location-hint.ts';

/** The user's position once they requested it, a new object each time. Failures are logged; the hint says what can be done. */
export function useUserLocation() {
  const [location, setLocation] = useState<Position | null>(null);
  const [isLocating, setIsLocating] = useState(false);
  const [hint, setHint] = useState<string | null>(null);

  const locate = useCallback(async () => {
    setIsLocating(true);
    setHint(null);
    try {
      setLocation(await getCurrentPosition());
    } catch (error) {
      logWarning('Location request failed', error);
      setHint(toLocationHint(error instanceof Error ? error.cause : error));
    } finally {
      setIsLocating(false);
    }
  }, []);

  return { location, isLocating, hint, locate };
}
