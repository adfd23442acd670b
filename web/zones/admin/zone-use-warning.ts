import type { ZoneUse } from './data.ts';

/** What becomes of what a zone has when it is deleted, or null for a zone that has nothing. */
export function formatZoneUseWarning({ spaces, reservations }: ZoneUse): string | null {
  if (spaces === 0) return null;
  const kept = spaces === 1 ? 'Its 1 space will be in no zone.' : `Its ${spaces} spaces will be in no zone.`;
  if (reservations === 0) return kept;
  return reservations === 1
    ? `${kept} 1 current or future reservation of them stays active.`
    : `${kept} ${reservations} current or future reservations of them stay active.`;
}
