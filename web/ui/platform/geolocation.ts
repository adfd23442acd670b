import { useQuery } from '@tanstack/react-query';
import pTimeout from 'p-timeout';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { Problem } from '../../../domain/problems.ts';
import type { Position } from '../../../domain/zones/distance.ts';
import { uiKeys } from './query-keys.ts';

const TIMEOUT_MS = 10_000;
const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 5 * 60_000 };
/** For browsers that ignore their own timeout; longer, so that the browser's error comes first. */
const FALLBACK_TIMEOUT_MS = TIMEOUT_MS + 2000;
/** The browser's timeout does not run while it asks the user for permission. */
const PROMPT_TIMEOUT_MS = 60_000;

/**
 * The device's position in degrees; the browser asks the user for permission first.
 * @throws Problem `location-not-accessible` when denied, unavailable or slower than 10 s. Without any response of the browser
 * that is after 12 s, or after a minute while it asks for permission
 */
export async function getCurrentPosition(): Promise<Position> {
  try {
    const milliseconds = await findPatience();
    const request = new Promise<GeolocationPosition>((resolve, reject) =>
      navigator.geolocation.getCurrentPosition(resolve, reject, OPTIONS),
    );
    const { coords } = await pTimeout(request, { milliseconds });
    return { lat: coords.latitude, lng: coords.longitude };
  } catch (cause) {
    throw new Problem('location-not-accessible', { cause });
  }
}

/** Whether the browser may say where the device is; undefined where it does not report that. */
async function readPermission(): Promise<PermissionState | undefined> {
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => undefined);
  return permission?.state;
}

/** Browsers that do not report the permission have the short timeout. */
async function findPatience(): Promise<number> {
  return (await readPermission()) === 'prompt' ? PROMPT_TIMEOUT_MS : FALLBACK_TIMEOUT_MS;
}

/** The position of the device, requested once by each screen. */
export function useOwnPosition() {
  return useQuery({
    queryKey: uiKeys.ownPosition(),
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

/** Whether the position can be read without a question to the user, who allowed it before. */
export function useMayLocate(): boolean {
  const permission = useQuery({
    queryKey: uiKeys.locationPermission(),
    queryFn: async () => (await readPermission()) ?? null,
    networkMode: 'always',
    gcTime: 0,
  });
  return permission.data === 'granted';
}

const WATCH_OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 20_000, maximumAge: 2000 };
/** Fixes by the mobile network alone, hundreds of metres wide, say nothing about a street. */
const MAX_ACCURACY_M = 100;

/** `unknown` until the device says where it is; `unavailable` when it cannot or may not. */
type FollowedPosition = { status: 'unknown' | 'unavailable' } | { status: 'known'; position: Position };

const UNKNOWN: FollowedPosition = { status: 'unknown' };
const UNAVAILABLE: FollowedPosition = { status: 'unavailable' };

/** Returns the function that stops it. */
function watch(onChange: Dispatch<SetStateAction<FollowedPosition>>): () => void {
  const id = navigator.geolocation.watchPosition(
    ({ coords: { latitude: lat, longitude: lng, accuracy } }) => {
      if (accuracy <= MAX_ACCURACY_M) onChange({ status: 'known', position: { lat, lng } });
    },
    () => onChange((last) => (last.status === 'known' ? last : UNAVAILABLE)),
    WATCH_OPTIONS,
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
