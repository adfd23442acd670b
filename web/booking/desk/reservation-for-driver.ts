import { useState } from 'react';
import { toast } from 'sonner';
import * as z from 'zod';
import { m } from '#messages';
import { countHours, type Period } from '../../../domain/days/period.ts';
import { formatList } from '../../../domain/language/format.ts';
import { amountSchema, type Cents } from '../../../domain/money/cents.ts';
import { isProblem, Problem, type ProblemKey } from '../../../domain/problems.ts';
import { VEHICLE_TYPE_LABELS, type VehicleType } from '../../../domain/vehicles/vehicle-type.ts';
import { dataClient } from '../../data/connection.ts';
import { save, toOwnProblem, toRepeatableProblem } from '../../data/database-problem.ts';
import type { TypedBuyer } from '../../money/fiscal/buyer-fields.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { readRow, readRows } from '../../ui/table/parse-rows.ts';
import { type DeskCharge, toDeskArguments } from '../changes/reservation-changes.ts';
import { RESERVATION_CHANGES } from '../keys.ts';
import { createIdempotencyKeys } from '../reserve/use-reserve.ts';

/** At most 10, guests first. @throws Problem `users-not-loaded` */
export async function findDrivers(words: string, signal: AbortSignal): Promise<FoundDriver[]> {
  const response = await dataClient().rpc('find_drivers', { words }).abortSignal(signal);
  return readRows(response, foundDriverSchema, 'users-not-loaded').rows;
}

export const foundDriverSchema = z
  .object({
    user_id: z.string(),
    full_name: z.string().nullable(),
    email: z.string().nullable(),
    status: z.string(),
    is_confirmed: z.boolean(),
    vehicles: z.array(z.object({ id: z.string(), name: z.string(), plate: z.string(), type: z.string() })),
    has_unverified_phone: z.boolean(),
  })
  .transform((row) => ({
    id: row.user_id,
    name: row.full_name?.trim() ?? '',
    email: row.email ?? '',
    isSuspended: row.status === 'suspended',
    isConfirmed: row.is_confirmed,
    vehicles: row.vehicles,
    /** Found by a phone that anybody may have written into the profile. */
    hasUnverifiedPhone: row.has_unverified_phone,
  }));

type Guest = { fullName: string; phone: string; plate: string; type: VehicleType };

/** Adds the driver, or finds the one who has this phone and no account. @throws Problem `driver-not-added`, `too-many-vehicles` */
export async function addGuest({ fullName: name, phone, plate, type }: Guest): Promise<FoundDriver> {
  const guest = { name, phone, plate, vehicle_name: VEHICLE_TYPE_LABELS[type], vehicle_type: type };
  const response = await dataClient().rpc('add_guest_driver', guest).single();
  return readRow(response, foundDriverSchema, 'driver-not-added', toOwnProblem);
}

export const nameDriver = ({ name, email }: FoundDriver): string => name || email;

/** Such as 'A123456, B777777'. */
export const formatPlates = ({ vehicles }: FoundDriver): string =>
  vehicles.length === 0 ? m.for_driver_no_plates() : formatList(vehicles.map(({ plate }) => plate));

/** What the wallet that pays has; null where drivers pay nothing here. @throws Problem `money-not-loaded` */
export async function loadPayingWallet(driver: string, signal: AbortSignal): Promise<Cents | null> {
  const response = await dataClient().rpc('wallet_at_desk', { driver }).abortSignal(signal);
  return readRow(response, amountSchema.nullable(), 'money-not-loaded');
}

type DriverBooking = Period &
  DeskCharge & {
    driver: FoundDriver;
    spaceId: string;
    /** Null for a reservation without one. */
    vehicleId: string | null;
    /** Whose tax number the document has; without a number the consumer's. */
    buyer: TypedBuyer;
    /** The price that was seen, in the operator's currency. */
    total: number;
  };

/** Rules whose sentences speak to the driver, and those for the operator. */
const OPERATOR_PROBLEMS: Partial<Record<ProblemKey, ProblemKey>> = {
  'wallet-too-low': 'driver-wallet-too-low',
  'too-many-upcoming-reservations': 'driver-has-most-reservations',
  'vehicle-not-found': 'driver-vehicle-gone',
};

/** Throws the problem as its sentence speaks to an operator. */
export function throwToOperator(thrown: unknown): never {
  const key = thrown instanceof Problem ? OPERATOR_PROBLEMS[thrown.key] : undefined;
  throw key === undefined ? thrown : new Problem(key, { cause: thrown, values: (thrown as Problem).values });
}

/** @param id an idempotency key: a repeat with the same one is the same reservation. @throws Problem with the reason */
async function reserveForDriver(id: string, booking: DriverBooking): Promise<string> {
  const made = dataClient().rpc('reserve_for_driver', {
    id,
    driver: booking.driver.id,
    parking_space_id: booking.spaceId,
    start_time: booking.startsAt,
    hours: countHours(booking),
    vehicle_id: booking.vehicleId,
    seen_amount: booking.total,
    ...(booking.buyer.taxNumber ? { buyer_tax_number: booking.buyer.taxNumber, buyer_name: booking.buyer.name } : {}),
    ...toDeskArguments(booking),
  });
  await save(made, 'reservation-not-created', toRepeatableProblem).catch(throwToOperator);
  return id;
}

/** Somebody to reserve for, with their vehicles, the default one first. */
export type FoundDriver = z.infer<typeof foundDriverSchema>;

/** Reserves for a driver, once for all tries, and tells the outcome. `isOutcomeUnknown` after a lost response. */
export function useReserveForDriver(onReserved: (id: string) => void) {
  const [keys] = useState(() => createIdempotencyKeys(() => crypto.randomUUID()));
  const [isOutcomeUnknown, setIsOutcomeUnknown] = useState(false);
  const reserving = useAction(
    (booking: DriverBooking) => {
      const id = keys.getKey({ ...booking, heldFor: `${booking.driver.id} ${booking.vehicleId}` });
      return reserveForDriver(id, booking);
    },
    {
      onSuccess: (id, { driver, payment }) => {
        const done = payment === 'card' ? m.for_driver_link_sent : m.for_driver_done;
        toast.success(done({ driver: nameDriver(driver) }));
        onReserved(id);
      },
      // The form says it. A try without a network tells nothing of the one before.
      onError: (error) =>
        setIsOutcomeUnknown(
          (isUnknown) => isProblem(error, 'outcome-unknown') || (isUnknown && isProblem(error, 'offline')),
        ),
      // Without a response the form stays as it was sent.
      invalidates: (error) => (isProblem(error, 'outcome-unknown') ? [] : RESERVATION_CHANGES),
    },
  );
  return { ...reserving, isOutcomeUnknown };
}
