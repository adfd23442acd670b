import type { PostgrestError } from '@supabase/supabase-js';
import type * as z from 'zod';
import { addDays } from '../../../domain/days/country-time.ts';
import type { Period } from '../../../domain/days/period.ts';
import { getInstallation } from '../../../domain/installation.ts';
import { FALLBACK_HOURLY_RATE } from '../../../domain/money/money.ts';
import { findProblemKey, Problem } from '../../../domain/problems.ts';
import {
  type PaymentMethod,
  type Reservation,
  toChargeMethod,
  type Vehicle,
} from '../../../domain/reservations/reservation.ts';
import { findNearestAvailableSpace } from '../../../domain/zones/nearest.ts';
import { findFreeStarts } from '../../../domain/zones/occupancy.ts';
import { nameSpace } from '../../../domain/zones/space-names.ts';
import type { Space, Zone } from '../../../domain/zones/zone.ts';
import { dataClient } from '../../data/connection.ts';
import {
  EXCLUSION_VIOLATION,
  findRuleProblem,
  INSUFFICIENT_PRIVILEGE,
  INVALID_TEXT,
  NO_SINGLE_ROW,
  UNIQUE_VIOLATION,
} from '../../data/database-problem.ts';
import { isFreeForNextHour, isSpaceFree, listTakenTimes } from '../../data/occupancy.ts';
import { listSpaces, spaceRowSchema } from '../../data/space.ts';
import { getSignedInUserId } from '../../data/stored-session.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { parseRow } from '../../ui/table/parse-rows.ts';
import {
  addSavedDetails,
  findReservation,
  RESERVED_SPACE_COLUMNS,
  reservedSpaceSchema,
  STORED_COLUMNS,
  storedRowSchema,
  toReservation,
} from '../reservation-row.ts';

export type ReserveTarget = {
  space: Pick<Space, 'id' | 'name' | 'location' | 'hourlyRate' | 'hasRates'>;
  zone: Pick<Zone, 'id' | 'name' | 'address' | 'pricePerHour' | 'overstay'>;
};

/** `isAvailable`: free now or, where a time was chosen, in service. */
export type CheckedTarget = ReserveTarget & { isAvailable: boolean; isOutOfService: boolean };

const RESERVE_SPACE_COLUMNS = `${RESERVED_SPACE_COLUMNS}, zone_id, status, has_rates` as const;

const reserveSpaceSchema = reservedSpaceSchema.extend(
  spaceRowSchema.pick({ zone_id: true, status: true, has_rates: true }).shape,
);

type ReserveSpace = z.infer<typeof reserveSpaceSchema>;

/**
 * The space with this id and its zone. Available: free now and for the next hour. With a chosen time: anything in service; the
 * form checks the time.
 * @throws Problem `space-information-missing` when there is no such space or it has no zone, `space-details-not-loaded`,
 *   `availability-unknown`
 */
export async function loadReserveTarget(
  spaceId: string,
  { now, hasChosenTime }: { now: Date; hasChosenTime: boolean },
): Promise<CheckedTarget> {
  const space = await findSpace(spaceId);
  const zone = space?.parking_zones;
  if (!space?.zone_id || !zone) throw new Problem('space-information-missing');
  return {
    isAvailable: hasChosenTime
      ? space.status !== 'maintenance'
      : space.status === 'available' && (await isFreeForNextHour(spaceId, now)),
    isOutOfService: space.status === 'maintenance',
    space: {
      id: spaceId,
      name: nameSpace(space.name),
      location: space.location,
      hourlyRate: space.hourly_rate,
      hasRates: space.has_rates,
    },
    zone: {
      id: space.zone_id,
      name: space.zone_name ?? '',
      address: zone.location ?? '',
      pricePerHour: zone.price_per_hour ?? FALLBACK_HOURLY_RATE,
      overstay: zone.overstay,
    },
  };
}

/** What a driver can do when the space is taken: the nearest space that is free then, and later starts on this one. */
type Offers = { space: Space | null; starts: Date[] };

const LATER_STARTS_DAYS = 7;

export async function findReservationOffers({ space, zone }: ReserveTarget, period: Period): Promise<Offers> {
  const until = addDays(period.endsAt, LATER_STARTS_DAYS);
  const [spaces, taken] = await Promise.all([
    listSpaces(zone.id, period),
    listTakenTimes([space.id], { startsAt: period.startsAt, endsAt: until }),
  ]);
  return {
    space: findNearestAvailableSpace(spaces.rows, space.id),
    starts: findFreeStarts(taken.get(space.id) ?? [], period, until),
  };
}

/** `total`, in the operator's currency, as the driver saw it; the database calculates the amount that it charges. */
export type NewReservation = Period & {
  /** An idempotency key: a repeat with the same id is the same reservation. */
  id: string;
  spaceId: string;
  total: number;
  vehicle: Vehicle;
  paymentMethod: PaymentMethod;
  isCharged?: boolean;
};

/**
 * Books a space for the signed-in driver, or holds it for a payment by card or PayPal. When the response to an earlier try was
 * lost, a repeat finds the reservation which that try made.
 * @throws Problem with the reason; `hold-is-over`: the hold has lapsed; try again with a new id
 */
export async function createReservation(booking: NewReservation): Promise<Reservation> {
  const userId = getSignedInUserId();
  if (userId === null) throw new Problem('reservation-needs-sign-in');
  // In a demo a read that fails has a text of its own.
  if (getInstallation().checksBeforeReserving && !(await isFreeAsSpecified(booking.spaceId, booking))) {
    const earlier = await findEarlierReservation(booking);
    if (earlier === null) throw new Problem('space-taken');
    return earlier;
  }
  const { data, error } = await insert(booking, userId);
  if (!error)
    return addSavedDetails(toReservation(parseRow(storedRowSchema, data, 'reservation-not-created')), booking);
  const earlier = isLimitOrConflict(error) ? await findEarlierReservation(booking) : null;
  if (earlier === null) throw toReservationProblem(error);
  return earlier;
}

async function isFreeAsSpecified(spaceId: string, period: Period): Promise<boolean> {
  const [space, isFree] = await Promise.all([
    findSpace(spaceId),
    isSpaceFree(spaceId, period, 'availability-not-checked'),
  ]);
  if (space === null) throw new Problem('space-details-not-loaded');
  return isFree;
}

/** Null when there is no space with this id. */
async function findSpace(spaceId: string): Promise<ReserveSpace | null> {
  const { data, error } = await dataClient()
    .from('parking_spaces')
    .select(RESERVE_SPACE_COLUMNS)
    .eq('id', spaceId)
    .single();
  if (error?.code === NO_SINGLE_ROW || error?.code === INVALID_TEXT) return null;
  if (error) throw new Problem('space-details-not-loaded', { cause: error });
  return parseRow(reserveSpaceSchema, data, 'space-details-not-loaded');
}

/** The database marks a hold that is over as lapsed a little later. */
const hasLapsed = ({ status, heldUntil }: Reservation): boolean =>
  status === 'lapsed' || (status === 'held' && !!heldUntil && heldUntil.getTime() <= getNow().getTime());

function insert(booking: NewReservation, userId: string) {
  return dataClient()
    .from('reservations')
    .insert({
      id: booking.id,
      user_id: userId,
      parking_space_id: booking.spaceId,
      start_time: booking.startsAt.toISOString(),
      end_time: booking.endsAt.toISOString(),
      total_amount: booking.total,
      status: 'active',
      ...(booking.vehicle.isStored ? { vehicle_id: booking.vehicle.id } : {}),
      ...(booking.isCharged ? { payment_method: toChargeMethod(booking.paymentMethod) } : {}),
    })
    .select(STORED_COLUMNS)
    .single();
}

/** Whether the database may have said so because an earlier try was successful. */
function isLimitOrConflict({ code, hint }: PostgrestError): boolean {
  return code === EXCLUSION_VIOLATION || code === UNIQUE_VIOLATION || findProblemKey(hint) !== null;
}

/**
 * The active or held reservation that an earlier try with the same id made, or null.
 * @throws Problem `hold-is-over` when it has lapsed
 */
async function findEarlierReservation(booking: NewReservation): Promise<Reservation | null> {
  const earlier = await findReservation(booking.id, booking, true).catch((cause: unknown) => {
    throw new Problem('reservation-not-created', { cause });
  });
  if (earlier !== null && hasLapsed(earlier)) throw new Problem('hold-is-over');
  return earlier?.status === 'active' || earlier?.status === 'held' ? earlier : null;
}

function toReservationProblem(cause: PostgrestError): Problem {
  const broken = findRuleProblem(cause);
  if (broken !== null) return broken;
  if (cause.code === EXCLUSION_VIOLATION) return new Problem('space-taken', { cause });
  // Only suspended drivers are denied a booking of their own.
  if (cause.code === INSUFFICIENT_PRIVILEGE) return new Problem('account-suspended', { cause });
  return new Problem('reservation-not-created', { cause });
}
