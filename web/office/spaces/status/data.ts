import * as z from 'zod';
import { dataClient } from '../../../data/connection.ts';
import { toProblem, toRepeatableProblem } from '../../../data/database-problem.ts';
import { parseRow } from '../../../ui/data-table/parse-rows.ts';
import type { AdminSpace } from '../admin-space.ts';
import { type Choices, type TouchedStay, toResolution, touchedStaySchema } from './resolutions.ts';

/** The most spaces whose status is set at once. */
export const MAX_SPACES = 500;

/** The statuses that operators set; the database itself sets `reserved`. */
export type SettableStatus = 'available' | 'occupied' | 'maintenance';

/** The reservations that have to be resolved first. @throws Problem `touched-stays-not-loaded` or the broken rule */
export async function listTouchedStays(
  spaceIds: readonly string[],
  endsAt: Date | null,
  signal: AbortSignal,
): Promise<TouchedStay[]> {
  const { data, error } = await dataClient()
    .rpc('list_touched_stays', { spaces: spaceIds, ends_at: endsAt?.toISOString() ?? null })
    .abortSignal(signal);
  if (error) throw toProblem(error, 'touched-stays-not-loaded');
  return parseRow(z.array(touchedStaySchema), data, 'touched-stays-not-loaded');
}

export type StatusChange = {
  /** As the operator saw them. */
  spaces: readonly AdminSpace[];
  status: SettableStatus;
  reason: string;
  /** Null: until an operator changes it. */
  endsAt: Date | null;
  stays: readonly TouchedStay[];
  choices: Choices;
};

/** Sets the status of all of the spaces or of none. @throws Problem `space-status-not-set`, `outcome-unknown` or the broken rule */
export async function setSpaceStatus({ spaces, status, reason, endsAt, stays, choices }: StatusChange): Promise<void> {
  const { error, status: responseStatus } = await dataClient().rpc('set_space_status', {
    spaces: spaces.map((space) => ({ id: space.id, status: space.status, version: space.override?.version ?? null })),
    new_status: status,
    reason: reason.trim(),
    ends_at: endsAt?.toISOString() ?? null,
    resolutions: stays.map((stay) => toResolution(stay, choices.get(stay.id))),
  });
  if (error) throw toRepeatableProblem({ error, status: responseStatus }, 'space-status-not-set');
}
