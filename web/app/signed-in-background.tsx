import type { User } from '@supabase/supabase-js';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import pTimeout from 'p-timeout';
import type { Period } from '../../domain/days/period.ts';
import { isProblem } from '../../domain/problems.ts';
import { findReservationPosition, type Reservation } from '../../domain/reservations/reservation.ts';
import { useOwnProfile } from '../account/profile/profile.ts';
import { AutoLogout } from '../account/session/auto-logout.tsx';
import { useVerifiedUser } from '../account/session/use-verified-user.ts';
import { useSettings } from '../account/settings/device-settings.ts';
import { useAccountLanguage } from '../account/settings/use-account-language.ts';
import { useKeepDeviceOn } from '../account/settings/use-keep-device-on.ts';
import { isCancelling } from '../booking/changes/cancel-reservation.ts';
import { getEndedReservation, readSavedReservation } from '../booking/current/saved-reservation.ts';
import {
  findClosedReservations,
  findSavedAddress,
  listSavedTickets,
  removeTickets,
  requestTicket,
  saveTicket,
} from '../booking/current/saved-tickets.ts';
import { isEnding, listPendingEnds } from '../booking/ending/pending-ends.tsx';
import { useSendPendingEnds } from '../booking/ending/use-send-pending-ends.ts';
import { bookingKeys } from '../booking/keys.ts';
import { listOpenReservations } from '../booking/lists/reservations-of-driver.ts';
import { keepPictures } from '../map/saved-pictures.ts';
import { useProblemToast } from '../ui/feedback/use-problem-toast.ts';
import { getNow } from '../ui/platform/clock.ts';
import { logWarning } from '../ui/platform/log.ts';

/** The reservation under way and the ones after it. */
const MAX_TICKETS = 3;

/** This refresh finds what somebody else has changed. */
const REFRESH_MS = 15 * 60_000;

const TIMEOUT_MS = 5000;
const LOADED_ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

/** What runs on every screen of a signed-in person. */
export function SignedInBackground({ user }: { user: User }) {
  const profile = useOwnProfile(user, LOADED_ONCE);
  useProblemToast(profile.error);
  useVerifiedUser();
  useSendPendingEnds();
  useKeepTickets(user.id);
  useKeepDeviceOn(user.id);
  const settings = useSettings(user.id);
  useAccountLanguage(user.id, settings.data);
  return (
    <AutoLogout userId={user.id} limitMinutes={settings.data?.autoLogoutMinutes} loadReservations={loadReservations} />
  );
}

/** The reservations of a person that count as activity. Without a response only those that this device stores. */
async function loadReservations(userId: string): Promise<Period[]> {
  const now = getNow();
  const own = [readSavedReservation(userId, now), getEndedReservation()].filter((reservation) => reservation !== null);
  // An end that waits is a reservation until now: only the session of its driver can send it.
  const stored = [...own, ...listPendingEnds().map(({ endedAt }) => ({ startsAt: endedAt, endsAt: now }))];
  const request = listOpenReservations(userId, now, { retries: false });
  try {
    return [...stored, ...(await pTimeout(request, { milliseconds: TIMEOUT_MS })).rows];
  } catch (error) {
    logWarning('The reservations were not loaded', error);
    return stored;
  }
}

/** Keeps the tickets of the present and the next reservations on the device, anew after each change, with small maps of their places. */
function useKeepTickets(userId: string): void {
  const queryClient = useQueryClient();
  useQuery({
    queryKey: bookingKeys.keptTickets(userId),
    queryFn: async ({ signal }) => {
      await keepTickets(userId, { queryClient, signal });
      return null;
    },
    refetchInterval: REFRESH_MS,
    gcTime: 0,
  });
}

type Context = { queryClient: QueryClient; signal: AbortSignal };

async function keepTickets(userId: string, { queryClient, signal }: Context): Promise<void> {
  const now = getNow();
  const { rows } = await listOpenReservations(userId, now);
  const open = rows.filter(({ endsAt }) => endsAt > now).slice(0, MAX_TICKETS);
  for (const reservation of open) {
    // While it is being ended or cancelled, the server may have no ticket of it any more.
    if (!isEnding(reservation) && !isCancelling(queryClient, reservation)) await keepTicket(reservation, signal);
  }
  const listed = new Set(rows.map(({ id }) => id));
  const saved = listSavedTickets(now).map(({ reservation }) => reservation.id);
  const closed = await findClosedReservations(saved.filter((id) => !listed.has(id)));
  signal.throwIfAborted();
  removeTickets(closed, now);
  await keepPlaces(userId, { now, signal });
}

/** The small maps of all reservations that can be shown without a connection. */
async function keepPlaces(userId: string, { now, signal }: { now: Date; signal: AbortSignal }): Promise<void> {
  const reservations = listSavedTickets(now).map(({ reservation }) => reservation);
  const current = readSavedReservation(userId, now);
  const positions = [...reservations, ...(current ? [current] : [])].map(findReservationPosition);
  try {
    await keepPictures(
      positions.filter((position) => position !== null),
      signal,
    );
  } catch (error) {
    signal.throwIfAborted();
    logWarning('The maps of the tickets were not kept', error);
  }
}

/** An older ticket stays until the new one is there. */
async function keepTicket(reservation: Reservation, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  try {
    const saved = findSavedAddress(reservation);
    const { address, requestedAt } =
      saved === null || saved.isDue
        ? { address: await requestTicket(reservation.id, signal), requestedAt: getNow().getTime() }
        : saved;
    signal.throwIfAborted();
    saveTicket({ reservation, address, requestedAt });
  } catch (error) {
    signal.throwIfAborted();
    // The others are kept; the next turn tries again, or finds that the reservation was closed meanwhile.
    if (!isProblem(error, 'ticket-not-active')) logWarning('A ticket was not kept', error);
  }
}
