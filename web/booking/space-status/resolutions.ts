import * as z from 'zod';
import { m } from '#messages';
import { toCamelCase } from '../../../domain/camel-case.ts';
import { overlap, periodColumns, withPeriod } from '../../../domain/days/period.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import { dataClient } from '../../data/connection.ts';
import { save, toProblem, toRepeatableProblem } from '../../data/database-problem.ts';
import { tableRow } from '../../data/table-row.ts';
import { readRow } from '../../ui/table/parse-rows.ts';
import type { AdminSpace } from './admin-space.ts';

/** What becomes of a reservation: an action, or `move:` with the id of a space. */
export type Choice = string;

/** By the id of the reservation. */
export type Choices = ReadonlyMap<string, Choice>;

const { schema: targetSchema } = tableRow({ id: z.string(), name: z.string(), zone_name: z.string().nullable() });

const touchedReservationSchema = z
  .object({
    id: z.string(),
    parking_space_id: z.string(),
    space_name: z.string(),
    zone_name: z.string().nullable(),
    /** Null when the account is gone. */
    driver: z.string().nullable(),
    plate: z.string().nullable(),
    ...periodColumns,
    /** Held: somebody is paying for it at this moment. */
    phase: z.enum(['held', 'under_way', 'future']),
    /** What its driver gets back when it is cancelled. */
    paid: z.coerce.number(),
    /** What it can be paid back to besides the wallet. */
    paid_with: z.enum(['card', 'paypal']).nullable(),
    /** The spaces that it can move to, the best first. */
    targets: z.array(targetSchema),
  })
  .transform((row) => toCamelCase(withPeriod(row)));

const MOVE = 'move:';
const toMove = (spaceId: string): Choice => `${MOVE}${spaceId}`;

/** The space that a reservation moves to, or null. */
const findTarget = (choice: Choice | undefined): string | null =>
  choice?.startsWith(MOVE) ? choice.slice(MOVE.length) : null;

/** What can become of a reservation, the best first. Only an operator's own choice moves somebody who has parked. */
export function listOptions(reservation: TouchedReservation): { value: Choice; label: string }[] {
  const moves = reservation.targets.map((target) => ({
    value: toMove(target.id),
    label: m.touched_reservation_move({ space: formatSpaceInZone(target) }),
  }));
  const keep = { value: 'keep', label: m.touched_reservation_keep({ phase: reservation.phase }) };
  switch (reservation.phase) {
    case 'held':
      return [{ value: 'release', label: m.touched_reservation_release() }];
    case 'under_way':
      return [keep, ...moves];
    case 'future':
      return [...moves, ...listCancellations(reservation), ...(reservation.mayBeKept ? [keep] : [])];
  }
}

function listCancellations({ paid, paidWith }: TouchedReservation) {
  if (paid === 0) return [{ value: 'cancel', label: m.touched_reservation_cancel() }];
  const amount = formatMoney(paid);
  const toWallet = { value: 'cancel', label: m.touched_reservation_cancel_to_wallet({ amount }) };
  if (paidWith === null) return [toWallet];
  const label =
    paidWith === 'card'
      ? m.touched_reservation_cancel_to_card({ amount })
      : m.touched_reservation_cancel_to_paypal({ amount });
  return [toWallet, { value: 'cancel_to_source', label }];
}

/** Whether another reservation moves to the same space at the same time. */
function clashes(
  reservation: TouchedReservation,
  reservations: readonly TouchedReservation[],
  choices: Choices,
): boolean {
  const target = findTarget(choices.get(reservation.id));
  if (target === null) return false;
  return reservations.some(
    (other) =>
      other.id !== reservation.id && findTarget(choices.get(other.id)) === target && overlap(reservation, other),
  );
}

export const findClashes = (reservations: readonly TouchedReservation[], choices: Choices): ReadonlySet<string> =>
  new Set(reservations.filter((reservation) => clashes(reservation, reservations, choices)).map(({ id }) => id));

/** What the operator chose, as far as it is still possible, and the first option that clashes with nothing for the others. */
export function resolveReservations(reservations: readonly TouchedReservation[], chosen: Choices): Map<string, Choice> {
  const resolved = new Map<string, Choice>();
  for (const reservation of reservations) {
    const choice = chosen.get(reservation.id);
    if (choice !== undefined && listOptions(reservation).some(({ value }) => value === choice))
      resolved.set(reservation.id, choice);
  }
  for (const reservation of reservations) {
    if (resolved.has(reservation.id)) continue;
    const option = listOptions(reservation).find(
      ({ value }) => !clashes(reservation, reservations, new Map([...resolved, [reservation.id, value]])),
    );
    if (option) resolved.set(reservation.id, option.value);
  }
  return resolved;
}

/** What the database takes: the choices, and the reservations that the operator saw. */
export const toResolutions = (reservations: readonly TouchedReservation[], choices: Choices) =>
  reservations.map(({ id, parkingSpaceId, startsAt, endsAt }) => {
    const choice = choices.get(id);
    const target = findTarget(choice);
    const action = target === null ? choice : 'move';
    return { reservation: id, space: parkingSpaceId, start_time: startsAt, end_time: endsAt, action, target };
  });

/** A reservation of a space that goes out of service. */
export type TouchedReservation = z.infer<typeof touchedReservationSchema> & { mayBeKept?: boolean };

/** The most spaces whose status is set at once. */
export const MAX_SPACES = 500;

/** The statuses that operators set; the database itself sets `reserved`. */
export type SettableStatus = 'available' | 'occupied' | 'maintenance';

/** `zone` is the one that closes, null for all; its reservations may be kept. */
export type TouchedSpaces = { spaces: readonly string[] | null; zone?: string | null };
export type TouchedTime = Pick<StatusChange, 'startsAt' | 'endsAt'>;

/** The reservations that have to be resolved first. */
export async function listTouchedReservations(
  of: TouchedSpaces,
  { startsAt, endsAt }: TouchedTime,
  signal: AbortSignal,
) {
  const args = { ...of, starts_at: startsAt, ends_at: endsAt };
  const response = await dataClient().rpc('list_touched_reservations', args).abortSignal(signal);
  const found = readRow(response, z.array(touchedReservationSchema), 'touched-reservations-not-loaded', toProblem);
  return found.map((reservation) => ({ ...reservation, mayBeKept: of.zone !== undefined }));
}

type StatusChange = {
  /** The spaces that the operator saw. */
  spaces: readonly AdminSpace[];
  status: SettableStatus;
  reason: string;
  /** Null: from now on. */
  startsAt: Date | null;
  /** Null: until an operator changes it. */
  endsAt: Date | null;
  reservations: readonly TouchedReservation[];
  choices: Choices;
};

/** Sets the status of all of the spaces or of none. @throws Problem `space-status-not-set`, `outcome-unknown` or the broken rule */
export function setSpaceStatus({ reservations, choices, ...change }: StatusChange): Promise<void> {
  const write = dataClient().rpc('set_space_status', {
    spaces: change.spaces.map(({ id, status: seen, override }) => ({
      id,
      status: seen,
      version: override?.updatedAt ?? null,
    })),
    new_status: change.status,
    reason: change.reason.trim(),
    starts_at: change.startsAt,
    ends_at: change.endsAt,
    resolutions: toResolutions(reservations, choices),
  });
  return save(write, 'space-status-not-set', toRepeatableProblem);
}
