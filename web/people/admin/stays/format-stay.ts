import { format, isSameDay } from 'date-fns';
import type { UserStay } from './data.ts';

const SIGNED_OUT =
  'The stay goes on when you suspend them: they are signed out within an hour, and cannot end it then.';

/** Such as 'A-01, Naco on Mar 01, 2026, 10:00 - 13:00', in the time zone of the device. */
export function formatUserStay({ place, start, end }: UserStay): string {
  return `${place} on ${format(start, 'MMM dd, yyyy')}, ${format(start, 'HH:mm')} - ${format(end, 'HH:mm')}`;
}

/** Says that a person who is suspended is parked or has reserved; null without stays. */
export function formatSuspensionWarning(name: string, stays: readonly UserStay[], now: Date): string | null {
  const running = stays.filter(({ start }) => start <= now);
  const upcoming = stays.length - running.length;
  const sentences = [
    ...running.map((stay) => formatRunningStay(name, stay, now)),
    ...(running.length > 0 ? [SIGNED_OUT] : []),
    ...(upcoming > 0 ? [formatUpcoming(upcoming)] : []),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

function formatRunningStay(name: string, { place, end }: UserStay, now: Date): string {
  const until = format(end, isSameDay(end, now) ? 'HH:mm' : 'MMM dd, HH:mm');
  return end > now
    ? `${name} is parked in ${place} until ${until}.`
    : `${name} may still be parked in ${place}: the time was over at ${until}, but the session was not ended.`;
}

function formatUpcoming(count: number): string {
  return count === 1
    ? '1 upcoming reservation stays active until somebody cancels it.'
    : `${count} upcoming reservations stay active until somebody cancels them.`;
}
