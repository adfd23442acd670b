/** How long before the start of a reservation its driver may arrive; the database has the same rule. */
export const EARLIEST_ARRIVAL_MS = 30 * 60_000;
