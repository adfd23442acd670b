import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AppEnv } from '../../supabase-server/caller.ts';
import type { CallerPool } from '../../supabase-server/connections/pool.ts';
import { isSameSecret } from '../../supabase-server/gotrue/secrets.ts';
import type { CertificateExpiries } from '../config/certificates.ts';
import { VERSION } from '../config/version.ts';
import type { ReadReplica } from '../database/read-replica.ts';

const DURATION_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Error codes of PostgREST for a connection that is missing or lost. */
const NO_CONNECTION = /^PGRST00[013]$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Scheduled jobs; these are values of a label. */
export type Job =
  | 'due_work'
  | 'add_up_days'
  | 'retention'
  | 'books'
  | 'mail'
  | 'notifications'
  | 'backup'
  | 'payments'
  | 'fiscal'
  | 'certificates'
  | 'queues';

/** Names of metrics never change. Labels have a few fixed values, never something that a client sent. */
export type Metrics = ReturnType<typeof createMetrics>;

function registerPoolMetrics(registry: Registry, pool: CallerPool['pool']): void {
  const registers = [registry];
  new Gauge({
    name: 'parqueo_database_connections',
    help: 'Connections of the data API by what they do.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  new Gauge({
    name: 'parqueo_database_waiting',
    help: 'Requests of the data API that wait for a connection.',
    registers,
    collect() {
      this.set(pool.waitingCount);
    },
  });
}

/** @returns a function that counts reads, or none without a replica */
function registerReplicaMetrics(registry: Registry, replica: MetricsOptions['replica']) {
  if (replica === undefined) return undefined;
  const registers = [registry];
  new Gauge({
    name: 'parqueo_replica_age_seconds',
    help: 'How old the data of the read replica may be; infinite when that is not clear.',
    registers,
    collect() {
      this.set(replica.ageMs() / 1000);
    },
  });
  const reads = new Counter({
    name: 'parqueo_replica_reads_total',
    help: 'Reads that the read replica may serve, by the database that did.',
    labelNames: ['database'],
    registers,
  });
  return (database: 'replica' | 'primary') => reads.inc({ database });
}

function createCounters(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter<Label>({ name, help, labelNames: [...labelNames], registers });
  return {
    bookings: counter('parqueo_bookings_total', 'Attempts to book; taken: somebody else was faster.', ['outcome']),
    signIns: counter('parqueo_sign_ins_total', 'Attempts to open or renew a session.', ['grant', 'outcome']),
    lockCalls: counter('parqueo_lock_calls_total', 'Calls of the lock proxy.', ['outcome']),
    rateLimited: counter('parqueo_rate_limited_total', 'Requests refused because there were too many.', ['limit']),
    databaseErrors: counter(
      'parqueo_database_refusals_total',
      'Refused statements of the data API by class of SQLSTATE.',
      ['class'],
    ),
    mails: counter(
      'parqueo_mails_total',
      'Attempts to hand a mail to the mail server or the mailbox; given_up: none succeeded for a day.',
      ['outcome'],
    ),
    notifications: counter(
      'parqueo_notifications_total',
      'Attempts to deliver a notification; rejected: its address or device is gone.',
      ['channel', 'outcome'],
    ),
    failures: counter('parqueo_scheduled_work_failures_total', 'Runs of scheduled work that failed.', ['work']),
  };
}

/** What goes wrong slowly, or without a request that fails. */
function registerTroubles(registry: Registry, { expiries, areWritesFailing }: MetricsOptions): void {
  const registers = [registry];
  new Gauge({
    name: 'parqueo_certificate_expires_timestamp_seconds',
    help: 'When a certificate expires, in seconds since 1970.',
    labelNames: ['certificate'],
    registers,
    collect() {
      this.reset();
      for (const [certificate, { expiry }] of expiries ?? []) this.set({ certificate }, expiry.getTime() / 1000);
    },
  });
  new Gauge({
    name: 'parqueo_writes_failing',
    help: '1 while the database responds and takes no writes, as on a full disk; 0 otherwise.',
    registers,
    collect() {
      this.set(areWritesFailing?.() ? 1 : 0);
    },
  });
}

type MetricsOptions = {
  withProcess?: boolean;
  replica?: Pick<ReadReplica, 'ageMs'> | undefined;
  expiries?: CertificateExpiries;
  areWritesFailing?: () => boolean;
};

/**
 * @param pool the connections of the data API
 * @param withProcess adds memory, processor time, event loop and garbage collection; at most once in a process
 */
export function createMetrics(pool: CallerPool['pool'], options: MetricsOptions = {}) {
  const { withProcess = true, replica } = options;
  const registry = new Registry();
  if (withProcess) collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'parqueo_build_info',
    help: 'Always 1; the labels say which version runs, and on which Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: VERSION, node: process.versions.node }, 1);
  registerPoolMetrics(registry, pool);
  registerTroubles(registry, options);
  const { rateLimited, databaseErrors, mails, notifications, failures, ...counters } = createCounters(registry);
  // A counter that begins with its first failure has not increased for Prometheus.
  for (const outcome of ['failed', 'given_up']) mails.inc({ outcome }, 0);
  const lastSuccess = new Gauge({
    name: 'parqueo_scheduled_work_last_success_timestamp_seconds',
    help: 'When scheduled work last succeeded, in seconds since 1970.',
    labelNames: ['work'],
    registers: [registry],
  });
  const interval = new Gauge({
    name: 'parqueo_scheduled_work_interval_seconds',
    help: 'How often scheduled work runs.',
    labelNames: ['work'],
    registers: [registry],
  });
  const queueAges = new Gauge({
    name: 'parqueo_queue_age_seconds',
    help: 'How long what is due has waited, by queue.',
    labelNames: ['queue'],
    registers: [registry],
  });
  const brokenRules = new Gauge({
    name: 'parqueo_books_broken_rules',
    help: 'Rules of the books that were broken at the last check.',
    registers: [registry],
  });
  return {
    registry,
    ...counters,
    setBrokenRules: (count: number) => brokenRules.set(count),
    countStaleRead: registerReplicaMetrics(registry, replica),
    requests: new Histogram({
      name: 'parqueo_http_request_duration_seconds',
      help: 'Seconds from a request to its answer, by the route that answered.',
      labelNames: ['method', 'route', 'status'],
      buckets: DURATION_BUCKETS_S,
      registers: [registry],
    }),
    /** @param limit a name of LIMITS */
    countRateLimited: (limit: string) => rateLimited.inc({ limit }),
    /** @param code a SQLSTATE, or a code of PostgREST's own */
    countDatabaseError(code: string) {
      if (NO_CONNECTION.test(code)) databaseErrors.inc({ class: 'connection' });
      else if (SQLSTATE.test(code)) databaseErrors.inc({ class: code.slice(0, 2) });
    },
    setQueueAge: (queue: string, seconds: number) => queueAges.set({ queue }, seconds),
    /** Called once before its first run: whoever reads the metrics sees that it has not succeeded yet. */
    addJob(work: Job, everySeconds: number) {
      interval.set({ work }, everySeconds);
      failures.inc({ work }, 0);
    },
    recordJobRun(work: Job, outcome: 'done' | 'failed') {
      if (outcome === 'done') lastSuccess.set({ work }, Date.now() / 1000);
      else failures.inc({ work });
    },
    countNotification: (channel: 'mail' | 'push', outcome: 'sent' | 'failed' | 'rejected') =>
      notifications.inc({ channel, outcome }),
    countMails: (outcome: 'sent' | 'failed' | 'given_up') => mails.inc({ outcome }),
  };
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

const GRANTS = new Set(['password', 'refresh_token', 'pkce']);

/** Maps a status to an outcome. The lock proxy responds 200 whatever the vendor says; its own errors have other codes. */
const OUTCOMES = {
  booking: { success: 'made', 409: 'taken' },
  signIn: { success: 'opened', 429: 'limited' },
  lockCall: { success: 'answered', 503: 'not_recorded', failed: 'vendor_failed' },
} satisfies Record<string, Outcomes>;

/**
 * `GET /metrics` in Prometheus' text format, for requests with `METRICS_TOKEN`. Without that variable there is no such
 * path: a request from this machine proves nothing, since it may come through a proxy.
 */
export function createMetricsApi(token: string | undefined, metrics: Metrics | undefined): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/metrics', async (c) => {
    if (token === undefined || metrics === undefined) return c.notFound();
    c.header('cache-control', 'no-store');
    if (!isSameSecret(c.req.header('authorization') ?? '', `Bearer ${token}`)) {
      return c.text('The metrics are read with "Authorization: Bearer METRICS_TOKEN".', 401, {
        'www-authenticate': 'Bearer',
      });
    }
    return c.body(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType });
  });
}

type Outcomes = { success: string; failed?: string; [status: number]: string };

function getOutcome(status: number, outcomes: Outcomes): string {
  if (status < 300) return outcomes.success;
  return outcomes[status] ?? (status < 500 ? 'refused' : (outcomes.failed ?? 'failed'));
}

function countActions(c: Context<AppEnv>, { bookings, signIns, lockCalls }: Metrics): void {
  if (c.req.method !== 'POST') return;
  const { status } = c.res;
  if (c.req.path === '/rest/v1/reservations') bookings.inc({ outcome: getOutcome(status, OUTCOMES.booking) });
  if (c.req.path === '/functions/v1/lock-proxy') lockCalls.inc({ outcome: getOutcome(status, OUTCOMES.lockCall) });
  if (c.req.path === '/auth/v1/token') {
    const grant = c.req.query('grant_type') ?? '';
    signIns.inc({ grant: GRANTS.has(grant) ? grant : 'other', outcome: getOutcome(status, OUTCOMES.signIn) });
  }
}

/**
 * Measures requests by method, route pattern and status class (`2xx`). The path itself is never a label: it holds ids,
 * and anybody can invent new ones.
 */
export function countRequests(metrics: Metrics): MiddlewareHandler<AppEnv> {
  return async function measureRequest(c, next) {
    const startedAt = performance.now();
    await next();
    const labels = {
      method: METHODS.has(c.req.method) ? c.req.method : 'OTHER',
      route: routePath(c),
      status: `${Math.floor(c.res.status / 100)}xx`,
    };
    metrics.requests.observe(labels, (performance.now() - startedAt) / 1000);
    countActions(c, metrics);
  };
}
