import type { Row } from './fake-tables.ts';

// What the overview reads in an installation that has just begun.

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

/** The last calls of a service. */
export const createCalls = (service: string, fields: Row = {}): Row => ({
  service,
  succeeded_at: null,
  failed_at: null,
  error: null,
  waiting: 0,
  ...fields,
});

export const createServerStatus = (setups: Row = {}) => ({
  api: { state: 'online', milliseconds: 4 },
  database: { state: 'online', milliseconds: 1 },
  setups: { azul: 'off', paypal: 'off', locks: 'live', mail: 'live', push: 'live', ...setups },
  certificates: [],
});

/** What the functions of the cards return. */
export const EMPTY_OVERVIEW: Record<string, Row[]> = {
  overview_months: [createMonths()],
  overview_spaces: [{ free: 0, in_use: 0, out_of_service: 0 }],
  overview_hours: [],
  overview_zones: [],
  overview_late_ends: [],
  revenue_by_day: [],
  overview_services: ['azul', 'paypal', 'locks', 'mail', 'push'].map((service) => createCalls(service)),
  overview_jobs: [],
  overview_books: [],
  overview_failed_payments: [],
  overview_failed_notices: [],
};
