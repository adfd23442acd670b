import type { Row } from './fake-tables.ts';

// What the health part of the overview reads in an installation that has just begun.

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
});

/** What the functions of the cards respond with. */
export const EMPTY_HEALTH: Record<string, Row[]> = {
  overview_services: ['azul', 'paypal', 'locks', 'mail', 'push'].map((service) => createCalls(service)),
  overview_jobs: [],
  overview_books: [],
  overview_failed_payments: [],
  overview_failed_notices: [],
};

/** A vendor's response to any call, without locks. */
export const NO_LOCKS = { code: 200, msg: 'success', data: { accessToken: 'token', content: [], totalElements: 0 } };
