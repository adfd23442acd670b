import { m } from '#messages';
import { formatMinutes } from '../../../domain/reservations/minutes.ts';
import { formatKm } from '../../../domain/zones/distance.ts';

const METRES_PER_KM = 1000;
const SHORT_STEP_M = 10;

/** Such as '3.4 km' or '350 m'. */
export function formatDistance(km: number): string {
  const metres = Math.round((km * METRES_PER_KM) / SHORT_STEP_M) * SHORT_STEP_M;
  return metres < METRES_PER_KM ? m.distance_metres({ metres }) : formatKm(km);
}

/** To the nearest minute, at least 1, such as '12 min'. */
export function formatDrivingTime(minutes: number): string {
  return formatMinutes(Math.max(1, Math.round(minutes)));
}
