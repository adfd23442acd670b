import type { PostgrestError } from '@supabase/supabase-js';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import * as z from 'zod';
import { m } from '#messages';
import { countHours, momentSchema, type Period } from '../../../domain/days/period.ts';
import { type Cents, formatCents, toCents } from '../../../domain/money/cents.ts';
import { calculatePrice, FALLBACK_HOURLY_RATE, formatMoneyOf, toPriceCents } from '../../../domain/money/money.ts';
import type { Pricing } from '../../../domain/money/rates.ts';
import { isProblem, Problem, type ProblemKey } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { dataClient } from '../../data/connection.ts';
import { findRuleProblem, INSUFFICIENT_PRIVILEGE, NO_RESPONSE } from '../../data/database-problem.ts';
import { forgetForm } from '../../money/payments/waiting-form.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { readAgain } from '../../ui/platform/query-keys.ts';
import { readRow } from '../../ui/table/parse-rows.ts';
import { getSavedReservation } from '../current/saved-reservation.ts';
import { bookingKeys, RESERVATION_CHANGES } from '../keys.ts';
import { formatMoment } from '../parking-time.ts';
import { findRatesOf } from '../rates.ts';
import {
  addSavedDetails,
  findReservation,
  STORED_COLUMNS,
  storedRowSchema,
  toReservation,
} from '../reservation-row.ts';

/** The latest end that was possible when somebody wanted to extend. */
export class ExtensionTooLong extends Problem {
  readonly latestEnd: Date;

  constructor(latestEnd: Date, cause: unknown) {
    super('extension-too-long', { cause, values: { end: formatMoment(latestEnd, getNow()) } });
    this.latestEnd = latestEnd;
  }
}

/** `latestEnd`: null if only the longest reservation limits it. */
export type ExtensionTerms = Pricing & { latestEnd: Date | null };

const rateSchema = z.object({
  hourly_rate: z.number().nullable(),
  parking_zones: z.object({ price_per_hour: z.number().nullable() }).nullable(),
});

export async function loadExtensionTerms({
  id,
  spaceId,
}: Pick<Reservation, 'id' | 'spaceId'>): Promise<ExtensionTerms> {
  const [latest, space, rates] = await Promise.all([
    dataClient().rpc('latest_end', { reservation: id }, { get: true }),
    dataClient().from('parking_spaces').select('hourly_rate, parking_zones(price_per_hour)').eq('id', spaceId).single(),
    findRatesOf(id),
  ]);
  const { hourly_rate: own, parking_zones: zone } = readRow(space, rateSchema, 'extension-not-known');
  return {
    latestEnd: readRow(latest, momentSchema.nullable(), 'extension-not-known'),
    hourlyRate: own ?? zone?.price_per_hour ?? FALLBACK_HOURLY_RATE,
    ...rates,
  };
}

/** The reservation as the screen shows it. The database rejects a change when its space or times are not what is stored. */
type SeenReservation = Period &
  Pick<Reservation, 'id' | 'spaceId'> &
  Partial<Pick<Reservation, 'vehicle' | 'paymentMethod'>>;

/** How an operator lets a driver pay: `card` is a link that the driver follows, and `reason` says why it is free. */
export type DeskCharge = {
  payment: 'wallet' | 'card' | 'free';
  /** What the driver has just paid at the desk, which the wallet then pays with. */
  paidAtDesk: Cents | null;
  /** How, with the reference of a card terminal or a transfer. */
  desk?: { desk_method: string | null; desk_reference: string };
  reason: string;
};

/** The arguments that a charge at the desk adds to a function of the database. */
export const toDeskArguments = ({ payment, paidAtDesk, desk, reason }: DeskCharge) => ({
  payment,
  reason,
  ...(paidAtDesk === null ? {} : { paid_at_desk: formatCents(paidAtDesk), ...desk }),
});

/** The new end, and the price of the time that is added. */
export type Extension = { end: Date; amount: Cents; desk?: DeskCharge };

/**
 * Extends the reservation as the driver sees it. A repeat after a lost response extends it once.
 * @throws Problem with the reason; `price-changed` when it costs more than was shown
 */
export function extendReservation(seen: SeenReservation, { end, amount, desk }: Extension): Promise<Reservation> {
  const args = {
    reservation: seen.id,
    hours: countHours({ startsAt: seen.endsAt, endsAt: end }),
    seen_end: seen.endsAt,
    seen_amount: formatCents(amount),
    ...(desk && toDeskArguments(desk)),
  };
  return callChange('extend_reservation', args, { seen, problem: 'reservation-not-extended' });
}

/** What a driver wants instead, and the new price that was shown; without a vehicle it stays the same. */
export type ReservationChange = Period & {
  spaceId: string;
  vehicleId: string | null;
  amount: Cents;
  desk?: DeskCharge;
};

/**
 * Changes the reservation as the driver sees it. A repeat after a lost response changes it once.
 * @throws Problem with the reason; `price-changed` when it costs more than was shown
 */
export function changeReservation(seen: SeenReservation, change: ReservationChange): Promise<Reservation> {
  const args = {
    reservation: seen.id,
    start_time: change.startsAt,
    hours: countHours(change),
    parking_space_id: change.spaceId,
    vehicle_id: change.vehicleId,
    seen_start: seen.startsAt,
    seen_end: seen.endsAt,
    seen_space: seen.spaceId,
    seen_amount: formatCents(change.amount),
    ...(change.desk && toDeskArguments(change.desk)),
  };
  return callChange('change_reservation', args, { seen, problem: 'reservation-not-changed' });
}

/** Reports the space as taken, once for each key. @returns the reservation on another space, or on its own where none is free */
export function swapSpace(seen: Reservation, key: string): Promise<Reservation> {
  const args = { reservation: seen.id, seen_space: seen.spaceId, key };
  return callChange('swap_space', args, { seen, problem: 'space-not-swapped' });
}

type Call = { seen: SeenReservation; problem: ProblemKey };

async function callChange(name: string, args: object, { seen, problem }: Call): Promise<Reservation> {
  const changed = await dataClient().rpc(name, args).select(STORED_COLUMNS).single();
  return addSavedDetails(toReservation(readRow(changed, storedRowSchema, problem, toChangeProblem)), seen);
}

function toChangeProblem(error: PostgrestError, fallback: ProblemKey, status?: number): Problem {
  if (status === NO_RESPONSE) return new Problem('outcome-unknown', { cause: error });
  if (error.hint === 'extension-too-long') return new ExtensionTooLong(new Date(error.details), error);
  if (error.code === INSUFFICIENT_PRIVILEGE) return new Problem('account-suspended', { cause: error });
  return findRuleProblem(error) ?? new Problem(fallback, { cause: error });
}

type ChangedPrice = {
  reservation: Period & Pick<Reservation, 'price'>;
  hourlyRate: number;
  hours: number;
  isSameSpace: boolean;
  isLate: boolean;
  /** The price of that time by rates. */
  quoted?: number | null | undefined;
};

/**
 * What a reservation costs after a change, in the operator's currency, as the database calculates it: a shorter time on
 * the same space costs no more than before, and after free cancelling has ended nothing is given back.
 */
export function priceOfChange({ reservation, hourlyRate, hours, isSameSpace, isLate, quoted }: ChangedPrice): number {
  const price = quoted ?? calculatePrice({ hourlyRate, hours });
  const atMost = isSameSpace && hours < countHours(reservation) ? Math.min(price, reservation.price) : price;
  return isLate ? Math.max(atMost, reservation.price) : atMost;
}

/** What a change gives back to the wallet; null for nothing. */
export function describeCredit(reservation: Reservation, total: number): string | null {
  const credit = toCents(toPriceCents(reservation.price) - toPriceCents(total));
  return credit > 0 && reservation.chargedTo ? m.change_credited({ amount: formatMoneyOf(credit) }) : null;
}

/** The screen shows an older reservation than the one that is stored. */
const OUTDATED: readonly ProblemKey[] = ['reservation-changed', 'no-such-reservation', 'extension-before-start'];

type ChangeWork<Wanted> = {
  userId: string | null;
  /** The reservation as the driver sees it. */
  seen: Reservation;
  change: (wanted: Wanted) => Promise<Reservation>;
  done?: (changed: Reservation) => string;
  onChanged: (changed: Reservation) => void;
  onFailed?: (error: Error) => Promise<void>;
};

/** Changes a reservation once, says so in a toast, and shows it on every screen and in what the device keeps. */
export function useChangeMutation<Wanted = void>({ userId, seen, change, ...work }: ChangeWork<Wanted>) {
  const queryClient = useQueryClient();
  const show = (reservation: Reservation) => {
    const saved = getSavedReservation(userId);
    if (saved.read()?.id === reservation.id) saved.write(reservation);
    queryClient.removeQueries({ queryKey: bookingKeys.current() });
    forgetForm(userId);
    work.onChanged(reservation);
    void readAgain(queryClient, RESERVATION_CHANGES);
  };
  return useAction(change, {
    isOnce: true,
    needsNetwork: false,
    onSuccess: (changed) => {
      if (work.done) toast.success(work.done(changed));
      show(changed);
    },
    onError: async (error) => {
      // The form or dialog shows the others.
      if (isProblem(error, 'space-taken')) toast.error(error.message);
      await work.onFailed?.(error);
      if (!isProblem(error, ...OUTDATED)) return;
      try {
        const current = await findReservation(seen.id, seen);
        if (current?.status === 'active') show(current);
      } catch (reloadError) {
        // The next poll shows it.
        logWarning('The changed reservation was not loaded', reloadError);
      }
    },
  });
}
