import type { Row } from './fake-tables.ts';

/** What the operator decided, as at the first start; only pages without sample data read it. */
export function createInstallationSettings(): Row {
  return {
    id: 'installation',
    app_name: 'Parqueo',
    app_description: '',
    maintenance_mode: false,
    maintenance_since: null,
    default_parking_rate: 15,
    max_reservation_hours: 24,
    min_reservation_minutes: 15,
    cancellation_deadline_minutes: 30,
    notifications_enabled: true,
    email_notifications: true,
    push_notifications: false,
    currency: 'USD',
    tax_rate: 0,
    charges_drivers: true,
    top_up_min: 5,
    top_up_max: 10000,
    wallet_correction_limit: 5000,
    legal_name: null,
    tax_number: null,
    legal_address: null,
    email_confirmation_required: true,
    allow_signups: true,
    password_min_length: 8,
    session_timeout_hours: null,
    two_factor_allowed: true,
    admins_need_second_factor: false,
    social_google_allowed: true,
    social_apple_allowed: true,
    email_from_address: null,
    email_from_name: null,
    updated_at: '2026-11-22T10:00:00.000001+00:00',
  };
}
