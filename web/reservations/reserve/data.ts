import type { PostgrestError } from '@supabase/supabase-js';
import * as z from 'zod';
import { findProblemKey, Problem } from '../../../domain/problems.ts';
import type { PaymentMethod } from '../../../domain/reservations/payment.ts';
import { FALLBACK_HOURLY_RATE } from '../../../domain/reservations/price.ts';
import { type Reservation, UNKNOWN_LOCATION } from '../../../domain/reservations/reservation.ts';
import { getStayEnd } from '../../../domain/reservations/stay.ts';
import type { Vehicle } from '../../../domain/reservations/vehicle.ts';
import { dataClient } from '../../data/connection.ts';
import {
  RESERVATION_COLUMNS,
  reservationRowSchema,
  SPACE_COLUMNS,
  spaceRowSchema,
  toReservation,
} from '../reservation-row.ts';
import type { ReserveTarget } from './reserve-target.ts';

const INVALID_TEXT = '22P02';
const NO_ROW = 'PGRST116';
/** The client's status for a request that was never answered. */
const NO_ANSWER = 0;

const targetRowSchema = spaceRowSchema.extend({ id: z.string() });

/**
 * The space with this id and its zone, for a reserve screen that was opened without them.
 * @throws Problem `space-information-missing` when there is no such space or it has no zone, `space-details-not-loaded`
 */
export async function loadReserveTarget(spaceId: string): Promise<ReserveTarget> {
  const { data, error } = await dataClient()
    .from('parking_spaces')
    .select(`id, ${SPACE_COLUMNS}`)
    .eq('id', spaceId)
    .single();
  if (error?.code === NO_ROW || error?.code === INVALID_TEXT) {
    throw new Problem('space-information-missing', { cause: error });
  }
  const row = targetRowSchema.safeParse(data);
  if (error || !row.success) throw new Problem('space-details-not-loaded', { cause: error ?? row.error });
  const { id, name, location, hourly_rate: hourlyRate, zone_name: zoneName, parking_zones: zone } = row.data;
  if (zone === null) throw new Problem('space-information-missing');
  return {
    space: { id, name, location, hourlyRate },
    zone: {
      name: zoneName ?? '',
      address: zone.location ?? UNKNOWN_LOCATION,
      pricePerHour: zone.price_per_hour ?? FALLBACK_HOURLY_RATE,
    },
  };
}

/** When a space is wanted. */
export type Period = { spaceId: string; startTime: Date; endTime: Date };

/** What a driver asks for: `hours` and `total` (dollars) as shown to them; the database sets the amount it charges. */
export type NewReservation = {
  /** Made by the browser once, so that a repeat of the same wish is the same reservation. */
  id: string;
  spaceId: string;
  startTime: Date;
  hours: number;
  total: number;
  vehicle: Vehicle;
  paymentMethod: PaymentMethod;
};

const EXCLUSION_VIOLATION = '23P01';
const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';
const INSUFFICIENT_PRIVILEGE = '42501';

/** Whether nobody holds the space at any moment of the period. @throws Problem `availability-not-checked` */
export async function isAvailable({ spaceId, startTime, endTime }: Period): Promise<boolean> {
  // The view, because row level security hides the reservations of others from the table.
  const { data, error } = await dataClient()
    .from('space_occupancy')
    .select('start_time')
    .eq('parking_space_id', spaceId)
    .eq('status', 'active')
    .lt('start_time', endTime.toISOString())
    .gt('end_time', startTime.toISOString())
    .limit(1);
  if (error) throw new Problem('availability-not-checked', { cause: error });
  return data.length === 0;
}

/**
 * Books a space for the signed-in driver. A repeat with the same id, after an answer that got lost, finds the booking
 * that was made instead of making a second one.
 * @throws Problem with the reason of the refusal
 */
export async function createReservation(wish: NewReservation): Promise<Reservation> {
  const userId = await getSignedInUserId();
  if (userId === null) throw new Problem('reservation-needs-sign-in');
  const endTime = getStayEnd({ startTime: wish.startTime.toISOString(), durationHours: wish.hours });
  const space = await spaceDetails(wish.spaceId);
  const shown = { space, vehicle: wish.vehicle, paymentMethod: wish.paymentMethod };

  if (!(await isAvailable({ spaceId: wish.spaceId, startTime: wish.startTime, endTime }))) {
    const own = await ownReservation(wish, userId);
    if (own === null) throw new Problem('space-taken');
    return toReservation(own, shown);
  }

  const { data, error } = await dataClient()
    .from('reservations')
    .insert({
      id: wish.id,
      user_id: userId,
      parking_space_id: wish.spaceId,
      start_time: wish.startTime.toISOString(),
      end_time: endTime.toISOString(),
      total_amount: wish.total,
      status: 'active',
    })
    .select(RESERVATION_COLUMNS)
    .single();
  if (!error) return toReservation(parsed(data), shown);

  const own = isConflict(error) ? await ownReservation(wish, userId) : null;
  if (own !== null) return toReservation(own, shown);
  throw await toReservationProblem(error, userId);
}

/**
 * The driver's reservation that is under way, the one that started last; null when there is none or nobody is signed in.
 * @throws Problem `reservations-not-loaded`
 */
export async function loadCurrentReservation(now = new Date()): Promise<Reservation | null> {
  const userId = await getSignedInUserId();
  if (userId === null) return null;
  const { data, error } = await dataClient()
    .from('reservations')
    .select(`${RESERVATION_COLUMNS}, parking_spaces(${SPACE_COLUMNS})`)
    .eq('user_id', userId)
    .eq('status', 'active')
    .lt('start_time', now.toISOString())
    .gt('end_time', now.toISOString())
    .order('start_time', { ascending: false })
    .limit(1)
    // It is asked for again soon anyway.
    .retry(false)
    .maybeSingle();
  if (error) throw new Problem('reservations-not-loaded', { cause: error });
  if (data === null) return null;
  const row = reservationRowSchema.extend({ parking_spaces: spaceRowSchema.nullable() }).safeParse(data);
  if (!row.success) throw new Problem('reservations-not-loaded', { cause: row.error });
  return toReservation(row.data, { space: row.data.parking_spaces });
}

/**
 * Completes a reservation of this driver; one that is completed already counts, as the answer to an earlier try can get lost.
 * @throws Problem `session-not-ended` when it is not theirs or cannot be completed, `unexpected` when no answer came
 */
export async function endReservation(id: string): Promise<void> {
  const { error, status } = await dataClient()
    .from('reservations')
    .update({ status: 'completed' })
    .eq('id', id)
    .select('id')
    .single();
  if (!error) return;
  if (status === NO_ANSWER) throw new Problem('unexpected', { cause: error });
  const { data } = await dataClient().from('reservations').select('status').eq('id', id).maybeSingle();
  if (data?.status !== 'completed') throw new Problem('session-not-ended', { cause: error });
}

/** The id of the person whose session this browser holds, or null. */
export async function getSignedInUserId(): Promise<string | null> {
  const { data } = await dataClient().auth.getSession();
  return data.session?.user.id ?? null;
}

async function spaceDetails(spaceId: string) {
  const { data, error } = await dataClient().from('parking_spaces').select(SPACE_COLUMNS).eq('id', spaceId).single();
  const row = spaceRowSchema.safeParse(data);
  if (error || !row.success) throw new Problem('space-details-not-loaded', { cause: error ?? row.error });
  return row.data;
}

/** The active reservation that an earlier try of the same wish made, or null. */
async function ownReservation({ id, spaceId, startTime }: NewReservation, userId: string) {
  const { data, error } = await dataClient()
    .from('reservations')
    .select(RESERVATION_COLUMNS)
    .eq('id', id)
    .eq('user_id', userId)
    .eq('parking_space_id', spaceId)
    .eq('start_time', startTime.toISOString())
    .eq('status', 'active')
    .maybeSingle();
  if (error) throw new Problem('reservation-not-created', { cause: error });
  return data === null ? null : parsed(data);
}

function parsed(data: unknown) {
  const row = reservationRowSchema.safeParse(data);
  if (!row.success) throw new Problem('reservation-not-created', { cause: row.error });
  return row.data;
}

function isConflict({ code }: PostgrestError): boolean {
  return code === EXCLUSION_VIOLATION || code === UNIQUE_VIOLATION;
}

async function toReservationProblem(error: PostgrestError, userId: string): Promise<Problem> {
  const named = findProblemKey(error.hint);
  if (named !== null) return new Problem(named, { cause: error });
  // The only other check an honest form can break is the one for spaces under maintenance.
  if (error.code === EXCLUSION_VIOLATION || error.code === CHECK_VIOLATION) {
    return new Problem('space-taken', { cause: error });
  }
  if (error.code === INSUFFICIENT_PRIVILEGE && (await isSuspended(userId))) {
    return new Problem('account-suspended', { cause: error });
  }
  return new Problem('reservation-not-created', { cause: error });
}

async function isSuspended(userId: string): Promise<boolean> {
  const { data } = await dataClient().from('profiles').select('status').eq('user_id', userId).maybeSingle();
  return z.object({ status: z.literal('suspended') }).safeParse(data).success;
}
