import { CalendarClock, X } from 'lucide-react';
import { m } from '#messages';
import { formatDayInCountry } from '../../../domain/language/format.ts';
import type { StayReference } from '../../../domain/people/message.ts';
import { UNKNOWN_SPACE_NAME } from '../../../domain/reservations/reservation.ts';
import { IconButton } from '../../ui/icon-button.tsx';

type Stay = Pick<StayReference, 'spaceName' | 'startTime'>;

/** Such as 'About A-03, Nov 22, 2026'. */
export const formatAboutStay = ({ spaceName, startTime }: Stay): string =>
  m.message_about_stay({ place: spaceName || UNKNOWN_SPACE_NAME, day: formatDayInCountry(startTime) });

/** What the next message will be about, which can be removed. */
export function AttachedStay({ stay, onRemove }: { stay: Stay; onRemove: () => void }) {
  return (
    <p className="flex items-center gap-2 rounded-control bg-brand-wash pl-3 text-sm font-semibold text-brand-ink">
      <CalendarClock aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 wrap-anywhere">{formatAboutStay(stay)}</span>
      <IconButton icon={X} label={m.message_about_stay_remove()} onClick={onRemove} className="text-current!" />
    </p>
  );
}
