import { CloudUpload, WifiOff } from 'lucide-react';
import * as z from 'zod';
import { m } from '#messages';
import { momentSchema } from '../../../domain/days/period.ts';
import { formatPlace, type Reservation, reservationSchema } from '../../../domain/reservations/reservation.ts';
import { getSignedInUserId } from '../../data/stored-session.ts';
import { useIsOnline } from '../../ui/feedback/data-age.tsx';
import { announceStored, createStoredList, useStored } from '../../ui/platform/stored-value.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { formatMoment } from '../parking-time.ts';

/** Says that a reservation is being ended, as of when, and what that waits for. */
export function EndingNote({ end }: { end: PendingEnd }) {
  const isOnline = useIsOnline();
  const now = useNow();
  const Icon = isOnline ? CloudUpload : WifiOff;
  return (
    <div
      role="status"
      className="bg-raised shadow-float flex items-center gap-3 rounded-card border border-line px-4 py-3"
    >
      <Icon aria-hidden="true" className="size-6 shrink-0 text-brand-ink" />
      <div className="flex min-w-0 flex-1 flex-col">
        <p className="text-capped font-bold wrap-anywhere">{m.ending_title({ place: end.place })}</p>
        <p className="text-capped-sm text-muted">{describeWaiting(end, { isOnline, now })}</p>
      </div>
    </div>
  );
}

function describeWaiting(
  { endedAt, isHidden }: PendingEnd,
  { isOnline, now }: { isOnline: boolean; now: Date },
): string {
  const time = formatMoment(endedAt, now);
  if (!isOnline) return m.ending_offline({ time });
  return isHidden ? m.ending_hidden({ time }) : m.ending_waits({ time });
}

export function EndingNotes() {
  return usePendingEnds().map((end) => <EndingNote key={end.id} end={end} />);
}

/** Loose, because another version of the app may have stored the rest of the reservation, which is only shown. */
const storedEndSchema = z.looseObject({
  reservation: z.looseObject({ id: z.string().min(1) }),
  endedAt: momentSchema,
  key: z.guid(),
});

type StoredEnd = z.infer<typeof storedEndSchema>;

/** A reservation that its driver ended on this device and that the server may not have as ended yet. */
export type PendingEnd = {
  id: string;
  endedAt: Date;
  /** Tells a repeat of this end from an end by somebody else. */
  key: string;
  /** Such as 'A-01, Casco Colonial'. */
  place: string;
  /** Null when another version of the app stored it in a way that this one cannot read. */
  reservation: Reservation | null;
  /** True when the server did not find the reservation: the outcome is unknown. */
  isHidden: boolean;
};

/** Several people may use a device. */
function getStored() {
  return createStoredList(`parqueo.pending-ends.${getSignedInUserId() ?? 'guest'}`, storedEndSchema);
}

const hidden = new Set<string>();

/** The ends that the server refused while the page was open, by reservation, until the next try. */
const refused = new Map<string, PendingEnd>();

export const findRefusedEnd = (reservationId: string | undefined) =>
  reservationId === undefined ? undefined : refused.get(reservationId);

const placeSchema = z.object({
  spaceName: z.string().catch(''),
  zoneName: z.string().nullable().catch(null),
});

function toPendingEnd({ reservation, endedAt, key }: StoredEnd): PendingEnd {
  return {
    id: reservation.id,
    endedAt,
    key,
    place: formatPlace(placeSchema.parse(reservation)),
    reservation: reservationSchema.safeParse(reservation).data ?? null,
    isHidden: hidden.has(reservation.id),
  };
}

/** The ends of the signed-in person that are still to be sent, the first tap first. */
export function listPendingEnds(): PendingEnd[] {
  return (getStored().read() ?? []).map(toPendingEnd);
}

export function isEnding({ id }: Pick<Reservation, 'id'>): boolean {
  return listPendingEnds().some((end) => end.id === id);
}

/** Keeps the moment at which a driver ended a reservation. A second tap does not move it. */
export function addPendingEnd(reservation: Reservation, now: Date): void {
  refused.delete(reservation.id);
  if (!isEnding(reservation)) {
    getStored().write([...(getStored().read() ?? []), { reservation, endedAt: now, key: crypto.randomUUID() }]);
  }
  announceStored();
}

/** Forgets an end that the server refused, which its driver is to try again. */
export function refuseEnd(end: PendingEnd): void {
  refused.set(end.id, end);
  removePendingEnd(end);
}

export function removePendingEnd({ id }: Pick<Reservation, 'id'>): void {
  const rest = (getStored().read() ?? []).filter(({ reservation }) => reservation.id !== id);
  if (rest.length === 0) getStored().remove();
  else getStored().write(rest);
  hidden.delete(id);
  announceStored();
}

/** Notes that the server did not show the reservation of an end, or that it does again. */
export function setEndHidden({ id }: Pick<Reservation, 'id'>, isHidden: boolean): void {
  if (hidden.has(id) === isHidden) return;
  if (isHidden) hidden.add(id);
  else hidden.delete(id);
  announceStored();
}

export function useIsEnding(): (reservation: Pick<Reservation, 'id'>) => boolean {
  const ends = usePendingEnds();
  return ({ id }) => ends.some((end) => end.id === id);
}

export const usePendingEnds = (): readonly PendingEnd[] => useStored(listPendingEnds);
