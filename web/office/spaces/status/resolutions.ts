import * as z from 'zod';
import { m } from '#messages';
import { formatMoney } from '../../../../domain/reservations/money.ts';
import { formatSpaceInZone } from '../../../../domain/zones/space-names.ts';

/** What becomes of a stay: an action, or `move:` with the id of a space. */
export type Choice = string;

/** By the id of the reservation. */
export type Choices = ReadonlyMap<string, Choice>;

const time = z.iso.datetime({ offset: true });

const targetSchema = z
  .object({ id: z.string(), name: z.string(), zone_name: z.string().nullable() })
  .transform(({ id, name, zone_name: zoneName }) => ({ id, name, zoneName }));

export const touchedStaySchema = z
  .object({
    id: z.string(),
    parking_space_id: z.string(),
    space_name: z.string(),
    zone_name: z.string().nullable(),
    driver: z.string().nullable(),
    plate: z.string().nullable(),
    start_time: time,
    end_time: time,
    phase: z.enum(['held', 'under_way', 'future']),
    paid: z.coerce.number(),
    paid_with: z.enum(['card', 'paypal']).nullable(),
    targets: z.array(targetSchema),
  })
  .transform((row) => ({
    id: row.id,
    spaceId: row.parking_space_id,
    space: { name: row.space_name, zoneName: row.zone_name },
    /** Null when the account is gone. */
    driver: row.driver,
    plate: row.plate,
    /** Exactly as the database has them, to the microsecond. */
    startTime: row.start_time,
    endTime: row.end_time,
    /** Held: somebody is paying for it at this moment. */
    phase: row.phase,
    /** What its driver gets back when it is cancelled. */
    paid: row.paid,
    /** What it can be paid back to besides the wallet. */
    paidWith: row.paid_with,
    /** The spaces that it can move to, the best first. */
    targets: row.targets,
  }));

const MOVE = 'move:';
const toMove = (spaceId: string): Choice => `${MOVE}${spaceId}`;

/** The space that a stay moves to, or null. */
const findTarget = (choice: Choice | undefined): string | null =>
  choice?.startsWith(MOVE) ? choice.slice(MOVE.length) : null;

/** What can become of a stay, the best first, except that nobody who has parked is moved unless an operator decides so. */
export function listOptions(stay: TouchedStay): { value: Choice; label: string }[] {
  const moves = stay.targets.map((target) => ({
    value: toMove(target.id),
    label: m.touched_stay_move({ space: formatSpaceInZone(target) }),
  }));
  switch (stay.phase) {
    case 'held':
      return [{ value: 'release', label: m.touched_stay_release() }];
    case 'under_way':
      return [{ value: 'keep', label: m.touched_stay_keep() }, ...moves];
    case 'future':
      return [...moves, ...listCancellations(stay)];
  }
}

function listCancellations({ paid, paidWith }: TouchedStay) {
  if (paid === 0) return [{ value: 'cancel', label: m.touched_stay_cancel() }];
  const amount = formatMoney(paid);
  const toWallet = { value: 'cancel', label: m.touched_stay_cancel_to_wallet({ amount }) };
  if (paidWith === null) return [toWallet];
  const label =
    paidWith === 'card' ? m.touched_stay_cancel_to_card({ amount }) : m.touched_stay_cancel_to_paypal({ amount });
  return [toWallet, { value: 'cancel_to_source', label }];
}

const overlap = (a: TouchedStay, b: TouchedStay): boolean =>
  new Date(a.startTime) < new Date(b.endTime) && new Date(b.startTime) < new Date(a.endTime);

/** Whether another stay moves to the same space at the same time. */
function clashes(stay: TouchedStay, stays: readonly TouchedStay[], choices: Choices): boolean {
  const target = findTarget(choices.get(stay.id));
  if (target === null) return false;
  return stays.some(
    (other) => other.id !== stay.id && findTarget(choices.get(other.id)) === target && overlap(stay, other),
  );
}

export const findClashes = (stays: readonly TouchedStay[], choices: Choices): ReadonlySet<string> =>
  new Set(stays.filter((stay) => clashes(stay, stays, choices)).map(({ id }) => id));

/** What the operator chose, as far as it is still possible, and the first option that clashes with nothing for the others. */
export function resolveStays(stays: readonly TouchedStay[], chosen: Choices): Map<string, Choice> {
  const resolved = new Map<string, Choice>();
  for (const stay of stays) {
    const choice = chosen.get(stay.id);
    if (choice !== undefined && listOptions(stay).some(({ value }) => value === choice)) resolved.set(stay.id, choice);
  }
  for (const stay of stays) {
    if (resolved.has(stay.id)) continue;
    const option = listOptions(stay).find(
      ({ value }) => !clashes(stay, stays, new Map([...resolved, [stay.id, value]])),
    );
    if (option) resolved.set(stay.id, option.value);
  }
  return resolved;
}

/** As the database reads it, with what the operator saw of the stay. */
export function toResolution(stay: TouchedStay, choice: Choice | undefined) {
  const target = findTarget(choice);
  return {
    reservation: stay.id,
    space: stay.spaceId,
    start_time: stay.startTime,
    end_time: stay.endTime,
    action: target === null ? choice : 'move',
    target,
  };
}

/** A reservation of a space that goes out of service. */
export type TouchedStay = z.infer<typeof touchedStaySchema>;
