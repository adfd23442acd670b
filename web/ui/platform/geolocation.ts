import { useQuery } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { Problem } from '../../../domain/problems.ts';
import type { Position } from '../../../domain/zones/distance.ts';

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
export function getCurrentPosition(): Promise<Position> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new Problem('location-not-accessible', { cause }));
    if (!('geolocation' in navigator)) {
      fail(new Error('this browser knows no positions'));
      return;
    }
    const stopTimeout = startTimeout(fail);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        stopTimeout();
        resolve({ lat: coords.latitude, lng: coords.longitude });
      },
      (cause) => {
        stopTimeout();
        fail(cause);
      },
      OPTIONS,
    );
  });
}

/** Returns the function that stops the timeout. */
function startTimeout(onTimeout: (cause: Error) => void): () => void {
  const start = (ms: number) => setTimeout(() => onTimeout(new Error(`the browser said nothing for ${ms} ms`)), ms);
  let isStopped = false;
  let timer = start(FALLBACK_TIMEOUT_MS);
  const extendForPrompt = ({ state }: PermissionStatus) => {
    if (isStopped || state !== 'prompt') return;
    clearTimeout(timer);
    timer = start(PROMPT_TIMEOUT_MS);
  };
  // Browsers that do not report the permission keep the short timeout.
  navigator.permissions?.query({ name: 'geolocation' }).then(extendForPrompt, () => undefined);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

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

const WATCH_OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 20_000, maximumAge: 2000 };
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
