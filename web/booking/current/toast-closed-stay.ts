import { toast } from 'sonner';
import { m } from '#messages';
import { formatPlace } from '../../../domain/reservations/reservation.ts';
import { formatMoment } from '../parking-time.ts';
import type { StoredStay } from './data.ts';

/** It is to be read by somebody who looks at the phone later. */
const TOAST_MS = 30_000;

/** Tells a driver that the operator or another device closed the stay on the screen. */
export function toastClosedStay(stay: StoredStay): void {
  const id = `closed-${stay.reservation.id}`;
  toast.info(m.session_closed_before(), { id, description: describe(stay), duration: TOAST_MS });
}

function describe({ reservation, status, endedAt }: StoredStay): string {
  const place = formatPlace(reservation);
  if (status === 'cancelled') return m.parking_status_cancelled({ place });
  if (status === 'expired') return m.parking_status_expired({ place });
  if (endedAt === null) return m.parking_status_ended({ place });
  return m.parking_status_ended_at({ place, time: formatMoment(endedAt, new Date()) });
}
