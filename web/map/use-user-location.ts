import { useCallback, useState } from 'react';
import type { Position } from '../../domain/zones/distance.ts';
import { getCurrentPosition } from '../platform/geolocation.ts';
import { logWarning } from '../platform/log.ts';
import { toLocationHint } from './location-hint.ts';

/**
 * The user's position once they requested it. Failures are logged; the hint says what can be done.
 * @param onLocated called with each new position
 */
export function useUserLocation(onLocated: (position: Position) => void) {
  const [location, setLocation] = useState<Position | null>(null);
  const [isLocating, setIsLocating] = useState(false);
  const [hint, setHint] = useState<string | null>(null);

  const locate = useCallback(async () => {
    setIsLocating(true);
    setHint(null);
    try {
      const position = await getCurrentPosition();
      setLocation(position);
      onLocated(position);
    } catch (error) {
      logWarning('Location request failed', error);
      setHint(toLocationHint(error instanceof Error ? error.cause : error));
    } finally {
      setIsLocating(false);
    }
  }, [onLocated]);

  return { location, isLocating, hint, locate };
}
