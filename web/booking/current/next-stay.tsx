import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { m } from '#messages';
import { isLocalReservation } from '../../../domain/reservations/local-reservation.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { formatMoment } from '../parking-time.ts';
import { findNextStayStart } from './data.ts';

/** Others seldom book it meanwhile, and the note is renewed whenever the page is shown again. */
const REFRESH_MS = 5 * 60_000;

/** Says from when another driver has the space of this stay; nothing when nobody does within a day. */
export function NextStay({ reservation }: { reservation: Reservation }) {
  const now = useNow();
  const next = useQuery({
    queryKey: ['next-stay', reservation.id],
    queryFn: () => findNextStayStart(reservation.id),
    enabled: !isLocalReservation(reservation),
    refetchInterval: REFRESH_MS,
    // The driver can do without it.
    retry: false,
  });
  if (!next.data) return null;
  return (
    <p role="status" className="flex items-center gap-3 rounded-card bg-brand-wash p-4 font-semibold text-brand-ink">
      <UsersRound aria-hidden="true" className="size-6 shrink-0" />
      <span className="min-w-0 text-balance">{m.next_stay_begins({ time: formatMoment(next.data, now) })}</span>
    </p>
  );
}
