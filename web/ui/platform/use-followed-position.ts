import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import type { Position } from '../../../domain/zones/distance.ts';

const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 20_000, maximumAge: 2000 };
/** Fixes by the mobile network alone, hundreds of metres wide, say nothing about a street. */
const MAX_ACCURACY_M = 100;

/** `unknown` until the device says where it is; `unavailable` when it cannot or may not. */
export type FollowedPosition = { status: 'unknown' | 'unavailable' } | { status: 'known'; position: Position };

const UNKNOWN: FollowedPosition = { status: 'unknown' };
const UNAVAILABLE: FollowedPosition = { status: 'unavailable' };

/** Returns the function that stops it. */
function watch(onChange: Dispatch<SetStateAction<FollowedPosition>>): () => void {
  const id = navigator.geolocation.watchPosition(
    ({ coords: { latitude: lat, longitude: lng, accuracy } }) => {
      if (accuracy <= MAX_ACCURACY_M) onChange({ status: 'known', position: { lat, lng } });
    },
    () => onChange((last) => (last.status === 'known' ? last : UNAVAILABLE)),
    OPTIONS,
  );
  return () => navigator.geolocation.clearWatch(id);
}

/** The position of the device as it moves, while `isFollowing` and the page is visible. One that is lost again stays the last known. */
export function useFollowedPosition(isFollowing: boolean): FollowedPosition {
  const [followed, setFollowed] = useState(UNKNOWN);
  useEffect(() => {
    if (!isFollowing) return;
    if (!('geolocation' in navigator)) {
      setFollowed(UNAVAILABLE);
      return;
    }
    let stop: (() => void) | undefined;
    const follow = () => {
      stop?.();
      // In a hidden tab the position serves nobody.
      stop = document.visibilityState === 'hidden' ? undefined : watch(setFollowed);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stop?.();
      setFollowed(UNKNOWN);
    };
  }, [isFollowing]);
  return followed;
}
