import type { Point } from '../../../../domain/maps/web-mercator.ts';
import type { EaseTiming } from './ease.ts';

// MapLibre's own values, except for the speed: a picture has little more to show than the view.
const WINDOW_MS = 60;
const LINEARITY = 0.3;
const DECELERATION = 2500;
const EASING = 'cubic-bezier(0, 0, 0.3, 1)';
const MAX_SPEED = 500;
const MS_PER_SECOND = 1000;

export type Sample = { timeMs: number; point: Point };

/** How much further a drag goes that ended with speed; null for one that stood still. */
export function carryOn(samples: readonly Sample[], endMs: number): { by: Point; timing: EaseTiming } | null {
  // Two at least, as MapLibre: some devices tell of fewer moves than one each window.
  const recent = samples.filter(({ timeMs }, index) => endMs - timeMs <= WINDOW_MS || index >= samples.length - 2);
  const [first, last] = [recent[0], recent.at(-1)];
  if (first === undefined || last === undefined || endMs <= first.timeMs) return null;
  const [right, down] = [last.point.x - first.point.x, last.point.y - first.point.y];
  const distance = Math.hypot(right, down);
  if (distance === 0) return null;
  // Up to the end, so that a finger that rests before it is taken away stops the map.
  const speed = Math.min((distance * LINEARITY * MS_PER_SECOND) / (endMs - first.timeMs), MAX_SPEED);
  const seconds = speed / (DECELERATION * LINEARITY);
  const share = (speed * seconds) / 2 / distance;
  return {
    by: { x: right * share, y: down * share },
    timing: { duration: seconds * MS_PER_SECOND, easing: EASING },
  };
}
