import type { Row } from './fake-tables.ts';

// What the database says of an installation that has just begun.

export const createMonths = (fields: Row = {}): Row => ({
  first_day: '2026-03-01',
  last_day: '2026-03-15',
  earlier_first_day: '2026-02-01',
  earlier_last_day: '2026-02-15',
  users: 0,
  new_users: 0,
  earlier_new_users: 0,
  reservations: 0,
  earlier_reservations: 0,
  revenue: 0,
  earlier_revenue: 0,
  ...fields,
});

/** What the functions of the cards respond with. */
export const EMPTY_FIGURES: Record<string, Row[]> = {
  overview_months: [createMonths()],
  overview_spaces: [{ free: 0, in_use: 0, out_of_service: 0 }],
  overview_hours: [],
  overview_zones: [],
  overview_late_ends: [],
  revenue_by_day: [],
};
