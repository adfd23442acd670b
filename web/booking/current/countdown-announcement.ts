import { m } from '#messages';
import { LOW_TIME_MS } from '../../../domain/reservations/stay.ts';

const MINUTE_MS = 60_000;

/** For screen readers, from the last announcement to the first. */
const ANNOUNCEMENTS: readonly { fromMs: number; text: string }[] = [
  { fromMs: 0, text: m.countdown_announces_end() },
  { fromMs: MINUTE_MS, text: m.countdown_announces_minute() },
  { fromMs: 5 * MINUTE_MS, text: m.countdown_announces_minutes({ count: 5 }) },
  { fromMs: LOW_TIME_MS, text: m.countdown_announces_minutes({ count: 15 }) },
];

/** Empty while more time remains. */
export function getCountdownAnnouncement(remainingMs: number): string {
  return ANNOUNCEMENTS.find(({ fromMs }) => remainingMs <= fromMs)?.text ?? '';
}
