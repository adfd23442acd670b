import { Info } from 'lucide-react';
import { m } from '#messages';
import type { Space } from '../../../../domain/zones/zone.ts';

type TakenNoteProps = {
  /** The id of the space that somebody else took. */
  takenId: string | null;
  offered: Space | null;
  isZoneFull: boolean;
};

/** Offers another space to a driver whose space was taken a moment before. */
export function TakenNote({ takenId, offered, isZoneFull }: TakenNoteProps) {
  if (takenId === null || offered?.id === takenId) return null;
  if (offered === null && !isZoneFull) return null;
  return (
    <p role="status" className="flex gap-2 text-sm font-semibold">
      <Info aria-hidden="true" className="size-5 shrink-0 text-brand-ink" />
      {offered === null ? m.park_now_zone_full() : m.park_now_next_space({ space: offered.name })}
    </p>
  );
}
