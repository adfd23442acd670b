import { m } from '#messages';

const UNREACHABLE =
  /^(ETIMEDOUT|ECONNECTION|ECONNREFUSED|ECONNRESET|ESOCKET|EDNS|ENOTFOUND|EHOSTUNREACH|timeout|network)$/;
/** PostgreSQL's classes for lost connections and missing resources. */
const DATABASE_DOWN = /^(08|53|57P)/;

/** The code of a failure that mail, push and jobs record, in words. */
export function describeFailure(code: string | null): string {
  if (code === null || code === 'unknown') return m.health_error_unknown();
  if (UNREACHABLE.test(code)) return m.health_error_unreachable();
  if (code === 'EAUTH' || code === '535') return m.health_error_sign_in();
  if (code === 'expired') return m.health_error_expired();
  if (code === 'no_push_key') return m.health_error_no_push_key();
  if (code === '57014' || code === '55P03') return m.health_error_too_slow();
  if (DATABASE_DOWN.test(code)) return m.health_error_database();
  return m.health_error_code({ code });
}

const PAYMENT_REASONS = new Map([
  ['payment-declined', m.health_payment_declined()],
  ['payment-no-funds', m.health_payment_no_funds()],
  ['payment-card-expired', m.health_payment_card_expired()],
  ['payment-card-details', m.health_payment_card_details()],
  ['payment-not-confirmed', m.health_payment_not_confirmed()],
  ['payment-try-other-card', m.health_payment_try_other_card()],
  ['payment-provider-down', m.health_payment_provider_down()],
]);

/** Why a payment was declined. */
export const describePaymentFailure = (failure: string | null): string =>
  PAYMENT_REASONS.get(failure ?? '') ?? m.health_payment_declined();

/** Why a notification was given up. */
export function describeNoticeFailure(channel: 'mail' | 'push', error: string | null): string {
  if (channel === 'mail' && /^5\d\d$/.test(error ?? '') && error !== '535') return m.health_mail_rejected();
  if (channel === 'push' && (error === '404' || error === '410')) return m.health_push_gone();
  return describeFailure(error);
}

/** What the last failure of a service was. */
export function describeServiceFailure(service: string, error: string | null): string {
  if (service === 'mail' || service === 'push') return describeNoticeFailure(service, error);
  if (service === 'locks') return m.health_error_no_response();
  if (error === 'not-confirmed') return m.health_error_not_confirmed();
  return error === 'payment-provider-down' ? m.health_payment_provider_down() : m.health_error_refund();
}
