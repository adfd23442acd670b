import * as z from 'zod';
import { dataClient } from '../../../data/connection.ts';
import { toProblem, toRepeatableProblem } from '../../../data/database-problem.ts';
import { parseRow } from '../../../ui/data-table/parse-rows.ts';
import type { AdminSpace } from '../admin-space.ts';
import { type Choices, type TouchedReservation, toResolution, touchedReservationSchema } from './resolutions.ts';

/** The most spaces whose status is set at once. */
export const MAX_SPACES = 500;

/** The statuses that operators set; the database itself sets `reserved`. */
export type SettableStatus = 'available' | 'occupied' | 'maintenance';

/** The reservations that have to be resolved first. @throws Problem `touched-reservations-not-loaded` or the broken rule */
export async function listTouchedReservations(
  spaceIds: readonly string[],
  endsAt: Date | null,
  signal: AbortSignal,
): Promise<TouchedReservation[]> {
  const { data, error } = await dataClient()
    .rpc('list_touched_reservations', { spaces: spaceIds, ends_at: endsAt?.toISOString() ?? null })
    .abortSignal(signal);
  if (error) throw toProblem(error, 'touched-reservations-not-loaded');
  return parseRow(z.array(touchedReservationSchema), data, 'touched-reservations-not-loaded');
}

export type StatusChange = {
  /** As the operator saw them. */
  spaces: readonly AdminSpace[];
  status: SettableStatus;
  reason: string;
  /** Null: until an operator changes it. */
  endsAt: Date | null;
  reservations: readonly TouchedReservation[];
  choices: Choices;
};

/** Sets the status of all of the spaces or of none. @throws Problem `space-status-not-set`, `outcome-unknown` or the broken rule */
export async function setSpaceStatus({
  spaces,
  status,
  reason,
  endsAt,
  reservations,
  choices,
}: StatusChange): Promise<void> {
  const { error, status: responseStatus } = await dataClient().rpc('set_space_status', {
    spaces: spaces.map((space) => ({ id: space.id, status: space.status, version: space.override?.version ?? null })),
    new_status: status,
    reason: reason.trim(),
    ends_at: endsAt?.toISOString() ?? null,
    resolutions: reservations.map((reservation) => toResolution(reservation, choices.get(reservation.id))),
  });
  if (error) throw toRepeatableProblem({ error, status: responseStatus }, 'space-status-not-set');
}
