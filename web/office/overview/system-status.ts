import { FunctionsHttpError } from '@supabase/supabase-js';
import * as z from 'zod';
import { m } from '#messages';
import { dataClient } from '../../data/connection.ts';
import { formatTime, sayByName } from '../../ui/platform/format-time.ts';
import { parseRow } from '../../ui/table/parse-rows.ts';
import { type Figure, loadFigures, SERVICES } from './overview-figures.ts';

export type Service = (typeof SERVICES)[number];

const probeSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('online'), milliseconds: z.number() }),
  z.object({ state: z.literal('trouble') }),
]);

type ProbeResult = z.infer<typeof probeSchema>;

const setupSchema = z.enum(['live', 'test', 'simulated', 'off']);

type Setup = z.infer<typeof setupSchema>;

const certificateSchema = z.object({ certificate: z.string(), expiry: z.iso.datetime(), isSoon: z.boolean() });

type CertificateExpiry = z.infer<typeof certificateSchema>;

const serverSchema = z.object({
  api: probeSchema,
  database: probeSchema,
  setups: z.record(z.enum(SERVICES), setupSchema),
  certificates: z.array(certificateSchema),
});

/** `setups` is null when the server fails to say. */
type ServerStatus = Omit<z.infer<typeof serverSchema>, 'setups'> & { setups: Record<Service, Setup> | null };

export type SystemStatus = {
  /** Null where the database could not be asked, but the server told how it is. */
  services: Figure<'services'>[] | null;
  /** Null where no server tells it, as on Supabase. */
  server: ServerStatus | null;
};

async function loadServerStatus(signal: AbortSignal): Promise<ServerStatus | null> {
  const { data, error } = await dataClient().functions.invoke('system-status', { method: 'GET', signal });
  if (error === null) return parseRow(serverSchema, data, 'figures-not-loaded');
  // Without such a function, Supabase responds with 404, or its browser check fails first.
  if (!(error instanceof FunctionsHttpError) || error.context.status === 404) return null;
  return { api: { state: 'trouble' }, database: { state: 'trouble' }, setups: null, certificates: [] };
}

export async function loadSystemStatus(signal: AbortSignal): Promise<SystemStatus> {
  const [services, server] = await Promise.allSettled([
    loadFigures('services', null, signal),
    loadServerStatus(signal),
  ]);
  if (server.status === 'rejected') throw server.reason;
  if (services.status === 'fulfilled') return { services: services.value, server: server.value };
  if (server.value === null) throw services.reason;
  return { services: null, server: server.value };
}

export type PartState = 'online' | 'valid' | 'trouble' | 'off' | 'unused' | 'unknown';

export type Part = {
  state: PartState;
  /** Since when, and what happened. */
  details: string[];
  advice: string | null;
};

const TROUBLE_ADVICE: Record<Service, string> = {
  azul: m.health_advice_payments(),
  paypal: m.health_advice_payments(),
  locks: m.health_advice_locks(),
  mail: m.health_advice_mail(),
  push: m.health_advice_push(),
};

const SETUP_ADVICE: Record<Service, string> = {
  azul: m.health_set_up({ variables: 'AZUL_…' }),
  paypal: m.health_set_up({ variables: 'PAYPAL_…' }),
  locks: m.health_set_up({ variables: 'LOCK_VENDOR_…' }),
  mail: m.health_set_up({ variables: 'SMTP_URL' }),
  push: m.health_set_up({ variables: 'PUSH_KEY' }),
};

const SETUP_NOTES: Partial<Record<Setup, string>> = {
  simulated: m.health_simulated(),
  test: m.health_test_environment(),
};

function findState(calls: Figure<'services'> | null, setup: Setup | undefined): PartState {
  if (setup === 'off') return 'off';
  if (calls === null) return 'unknown';
  const { succeeded_at, failed_at } = calls;
  if (failed_at !== null && (succeeded_at === null || Date.parse(failed_at) > Date.parse(succeeded_at)))
    return 'trouble';
  if (succeeded_at !== null) return 'online';
  return setup === undefined ? 'unknown' : 'unused';
}

/**
 * @param calls null where they could not be read
 * @param setup undefined where nobody can tell how the service is set up
 */
export function describeService(service: Service, calls: Figure<'services'> | null, setup: Setup | undefined): Part {
  const { succeeded_at = null, failed_at = null, error = null, waiting = null } = calls ?? {};
  const state = findState(calls, setup);
  const details: string[] = [];
  if (calls === null && state === 'unknown') details.push(m.health_calls_not_read());
  if (state === 'online' && succeeded_at !== null)
    details.push(m.health_last_success({ time: formatTime(succeeded_at) }));
  if (state === 'trouble') {
    details.push(
      succeeded_at === null ? m.health_no_success() : m.health_no_success_since({ time: formatTime(succeeded_at) }),
    );
  }
  if (state !== 'off' && failed_at !== null) {
    details.push(
      m.health_last_failure({ time: formatTime(failed_at), reason: describeServiceFailure(service, error) }),
    );
  }
  if (waiting !== null && waiting > 0) details.push(m.health_waiting({ count: waiting }));
  const note = setup && SETUP_NOTES[setup];
  if (note !== undefined) details.push(note);
  const advice = state === 'trouble' ? TROUBLE_ADVICE[service] : state === 'off' ? SETUP_ADVICE[service] : null;
  return { state, details, advice };
}

/** @param probe undefined where nobody asked; what this page has read by it tells that it works */
export function describeProbe(probe: ProbeResult | undefined): Part {
  if (probe === undefined) return { state: 'online', details: [m.health_page_was_read()], advice: null };
  if (probe.state === 'trouble')
    return { state: 'trouble', details: [m.health_no_response()], advice: m.health_advice_server() };
  return { state: 'online', details: [m.health_responds_in({ milliseconds: probe.milliseconds })], advice: null };
}

export function describeCertificate({ expiry, isSoon }: Omit<CertificateExpiry, 'certificate'>): Part {
  const details = [m.health_certificate_expiry({ time: formatTime(expiry) })];
  return isSoon
    ? { state: 'trouble', details, advice: m.health_advice_certificate() }
    : { state: 'valid', details, advice: null };
}

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

export function describePaymentFailure(failure: string | null): string {
  const reason = failure?.replace('payment-', '').replaceAll('-', '_');
  return sayByName(`health_payment_${reason}`) ?? m.health_payment_declined();
}

export function describeNoticeFailure(channel: 'mail' | 'push', error: string | null): string {
  if (channel === 'mail' && /^5\d\d$/.test(error ?? '') && error !== '535') return m.health_mail_rejected();
  if (channel === 'push' && (error === '404' || error === '410')) return m.health_push_gone();
  return describeFailure(error);
}

function describeServiceFailure(service: string, error: string | null): string {
  if (service === 'mail' || service === 'push') return describeNoticeFailure(service, error);
  if (service === 'locks') return m.health_error_no_response();
  if (error === 'not-confirmed') return m.health_error_not_confirmed();
  return error === 'payment-provider-down' ? m.health_payment_provider_down() : m.health_error_refund();
}
