import { useCallback, useState } from 'react';
import type { Position } from '../../domain/zones/distance.ts';
import { currentPosition } from '../platform/geolocation.ts';
import { logWarning } from '../platform/log.ts';
import { locationHint } from './location-hint.ts';

/**
 * Where the person is, once they asked for it. A failure is logged and left as a quiet hint.
 * @param onLocated called each time the device answers
 */
export function useUserLocation(onLocated: (position: Position) => void) {
  const [location, setLocation] = useState<Position | null>(null);
  const [isLocating, setIsLocating] = useState(false);
  const [hint, setHint] = useState<string | null>(null);

  const locate = useCallback(async () => {
    setIsLocating(true);
    setHint(null);
    try {
      const position = await currentPosition();
      setLocation(position);
      onLocated(position);
    } catch (error) {
      logWarning('Location request failed', error);
      setHint(locationHint(error instanceof Error ? error.cause : error));
    } finally {
      setIsLocating(false);
    }
  }, [onLocated]);

  return { location, isLocating, hint, locate };
}
