import { m } from '#messages';
import { formatMoney } from '../../../../domain/reservations/money.ts';
import { formatSpaceInZone } from '../../../../domain/zones/space-names.ts';
import type { TouchedStay } from './touched-stay.ts';

/** What becomes of a stay: an action, or `move:` with the id of a space. */
export type Choice = string;

/** By the id of the reservation. */
export type Choices = ReadonlyMap<string, Choice>;

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
