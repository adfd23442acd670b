import { initialValues, toRow } from '../../domain/columns.ts';
import { SETTINGS } from '../../domain/settings/settings.ts';
import type { BrowserConfig } from '../ui/platform/browser-config.ts';
import type { Row } from './fake-tables.ts';
import { ADMIN, type Person } from './people.ts';

// What the server of the tests has in an installation that has just begun.

export const SERVER_URL = 'http://parqueo.test';

export const createConfig = (): BrowserConfig => ({
  supabaseUrl: SERVER_URL,
  supabaseKey: 'publishable',
  lockVendorName: 'Kavass',
  samples: true,
  doubleConfirmChanges: true,
  maps: {
    provider: 'open',
    styleUrl: 'http://maps.test/style.json',
    routerUrl: 'http://router.test',
    geocoderUrl: 'http://geocoder.test',
  },
});

/** What the authentication service says of its settings, as the product's own server does. */
export const createSignInSettings = () => ({
  external: { google: true, apple: true, facebook: true },
  disable_signup: false,
  mailer_autoconfirm: false,
  password_min_length: 8,
  mfa_totp_enroll_enabled: true,
});

export const NO_FISCAL_DOCUMENTS = {
  environment: null,
  obstacles: ['off'],
  waiting: 0,
  without_number: 0,
  without_document: { count: 0, amount: 0, receipts: [] },
  deadline: null,
  rejected: 0,
  types_running_out: [],
  refused_voids: [],
  exchange_rate: null,
};

/** A lock vendor's response to any call, without locks. */
export const NO_LOCKS = { code: 200, msg: 'success', data: { accessToken: 'token', content: [], totalElements: 0 } };

/** The way that the routing service knows to everywhere: 3.4 km in 12 minutes. */
export const ROUTE = {
  code: 'Ok',
  routes: [
    {
      distance: 3400,
      duration: 725,
      geometry: {
        coordinates: [
          [-69.93, 18.48],
          [-69.88, 18.47],
        ],
      },
      legs: [{ steps: [{ name: 'Av. Bolívar', distance: 3400, maneuver: { type: 'turn', modifier: 'left' } }] }],
    },
  ],
};

export function createProfileRow({ id, email }: Person): Row {
  const unset = { full_name: null, phone: null, bio: null };
  const role = id === ADMIN.id ? 'admin' : 'user';
  return { id, user_id: id, email, ...unset, role, status: 'active', created_at: '2026-01-01T00:00:00Z' };
}

export function createSettingsRow({ id }: Person): Row {
  return {
    user_id: id,
    email_notifications: true,
    push_notifications: false,
    sms_notifications: false,
    marketing_emails: false,
    privacy_level: 'private',
    auto_logout_minutes: 1440,
    language: 'en',
    two_factor_enabled: false,
  };
}

/** What the operator decided: drivers pay without a tax, and the rest is as at the first start. */
export const createInstallationSettings = (): Row => ({
  id: 'installation',
  ...toRow(SETTINGS, { ...initialValues(SETTINGS), taxRate: 0, chargesDrivers: true }),
  maintenance_since: null,
  updated_at: '2026-11-22T10:00:00.000001+00:00',
});

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
  overview_takings: [],
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

const MONTH_FILES = ['accounts', 'totals', 'bridge', 'bridge_lines', 'open', 'people', 'journal', 'cash'];

/** What the functions of the accountant's month return. */
export const EMPTY_MONTH: Record<string, Row[]> = Object.fromEntries([
  ...[...MONTH_FILES, 'wallets', 'receipts', 'payments', 'refunds'].map((file) => [`accounting_${file}`, []]),
  ['papers_it1', []],
  ['papers_purchases', []],
]);
