import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { formatDay, getClock } from '../../domain/language/format.ts';
import { formatMinutes, getFreeCancellationEnd } from '../../domain/reservations/times.ts';

const getDeadlineMinutes = () => getInstallation().cancellationDeadlineMinutes;

/** Such as '30 min': how long before the start cancelling is free. */
const formatDeadline = () => formatMinutes(getDeadlineMinutes());

export const isFreeToCancel = (start: Date, now: Date) => now <= getFreeCancellationEnd(start);

/** Until when a reservation that starts later is free to cancel. */
export function describeFreeCancellation(start: Date, now: Date): string {
  if (!isFreeToCancel(start, now)) return m.free_cancellation_ended({ time: formatDeadline() });
  if (getDeadlineMinutes() === 0) return m.reserve_free_to_cancel({ ...getClock(start), day: formatDay(start) });
  const end = getFreeCancellationEnd(start);
  return m.free_cancellation_until({ ...getClock(end), day: formatDay(end) });
}

/** The same of all upcoming reservations. */
export function describeFreeCancellations(): string {
  return getDeadlineMinutes() === 0
    ? m.reservations_free_to_cancel()
    : m.reservations_free_to_cancel_before({ time: formatDeadline() });
}
