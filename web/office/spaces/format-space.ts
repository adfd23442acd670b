import { m } from '#messages';
import { formatMoney } from '../../../domain/money/money.ts';
import type { SpaceStatus } from '../../../domain/zones/zone.ts';
import { formatTime } from '../../ui/format-time.ts';
import type { AdminSpace } from './admin-space.ts';

export const STATUS_BADGES = {
  available: { label: m.space_status_available(), tone: 'positive' },
  occupied: { label: m.space_status_occupied(), tone: 'danger' },
  reserved: { label: m.space_status_reserved(), tone: 'brand' },
  maintenance: { label: m.space_status_maintenance(), tone: 'neutral' },
} as const satisfies Record<SpaceStatus, { label: string; tone: string }>;

export function formatRate({ hourlyRate }: Pick<AdminSpace, 'hourlyRate'>): string {
  return hourlyRate === null ? m.space_table_zone_rate() : formatMoney(hourlyRate);
}

export function formatLastActivity({ lastActivity }: Pick<AdminSpace, 'lastActivity'>): string {
  return lastActivity === null ? m.activity_never() : formatTime(lastActivity);
}
