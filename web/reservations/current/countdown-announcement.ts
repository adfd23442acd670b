import { LOW_TIME_MS } from '../../../domain/reservations/stay.ts';

const MINUTE_MS = 60_000;

/** For screen readers, from the last announcement to the first. */
const ANNOUNCEMENTS: readonly { fromMs: number; text: string }[] = [
  { fromMs: 0, text: 'Your parking time is over.' },
  { fromMs: MINUTE_MS, text: '1 minute or less of your parking time remains.' },
  { fromMs: 5 * MINUTE_MS, text: '5 minutes or less of your parking time remain.' },
  { fromMs: LOW_TIME_MS, text: '15 minutes or less of your parking time remain.' },
];

/** Empty while more time remains. */
export function getCountdownAnnouncement(remainingMs: number): string {
  return ANNOUNCEMENTS.find(({ fromMs }) => remainingMs <= fromMs)?.text ?? '';
}
