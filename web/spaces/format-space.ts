import { format } from 'date-fns';
import { formatDollars } from '../../domain/reservations/money.ts';
import type { SpaceStatus } from '../../domain/zones/zone.ts';
import { formatTime } from '../ui/format-time.ts';
import type { AdminSpace } from './admin-space.ts';
import type { BegunStay } from './data.ts';

export const STATUS_BADGES = {
  available: { label: 'Available', tone: 'positive' },
  occupied: { label: 'Occupied', tone: 'danger' },
  reserved: { label: 'Reserved', tone: 'brand' },
  maintenance: { label: 'Maintenance', tone: 'neutral' },
} as const satisfies Record<SpaceStatus, { label: string; tone: string }>;

export function formatRate({ hourlyRate }: Pick<AdminSpace, 'hourlyRate'>): string {
  return hourlyRate === null ? 'As the zone' : formatDollars(hourlyRate);
}

export function formatLastActivity({ lastActivity }: Pick<AdminSpace, 'lastActivity'>): string {
  return lastActivity === null ? 'Never' : formatTime(lastActivity);
}

/** Says who may have a car on the space. */
export function formatStayWarning({ driver, end }: BegunStay, now: Date): string {
  const time = format(end, 'HH:mm');
  return end > now
    ? `${driver} has reserved this space until ${time} and may be parked on it.`
    : `The time of ${driver} was over at ${time}, but the session was not ended: the car may still be there.`;
}
