import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AppEnv } from '../../supabase-server/caller.ts';
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
  | 'packages'
  | 'certificates'
  | 'queues';

/** Names of metrics never change. Labels have a few fixed values, never something that a client sent. */
export type Metrics = ReturnType<typeof createMetrics>;

/** @param collect sets the value each time that somebody reads it */
function createGauge<Label extends string = never>(
  registry: Registry,
  name: string,
  help: string,
  { labels = [], collect }: { labels?: Label[]; collect?: (gauge: Gauge<Label>) => void } = {},
): Gauge<Label> {
  const collectOwn = collect && (() => collect(gauge));
  const gauge: Gauge<Label> = new Gauge({
    name: `parqueo_${name}`,
    help,
    labelNames: labels,
    registers: [registry],
    ...(collectOwn && { collect: collectOwn }),
  });
  return gauge;
}

const createCounter = <Label extends string>(registry: Registry, name: string, help: string, labelNames: Label[]) =>
  new Counter<Label>({ name: `parqueo_${name}`, help, labelNames, registers: [registry] });

function createCounters(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, labels: Label[]) =>
    createCounter(registry, name, help, labels);
  return {
    bookings: counter('bookings_total', 'Attempts to book; taken: somebody else was faster.', ['outcome']),
    signIns: counter('sign_ins_total', 'Attempts to open or renew a session.', ['grant', 'outcome']),
    lockCalls: counter('lock_calls_total', 'Calls of the lock proxy.', ['outcome']),
    rateLimited: counter('rate_limited_total', 'Requests refused because there were too many.', ['limit']),
    databaseErrors: counter('database_refusals_total', 'Refused statements of the data API by class of SQLSTATE.', [
      'class',
    ]),
    mails: counter(
      'mails_total',
      'Attempts to hand a mail to the mail server or the mailbox; given_up: none succeeded for a day.',
      ['outcome'],
    ),
    notifications: counter(
      'notifications_total',
      'Attempts to deliver a notification; rejected: its address or device is gone.',
      ['channel', 'outcome'],
    ),
    failures: counter('scheduled_work_failures_total', 'Runs of scheduled work that failed.', ['work']),
  };
}

/** What is read when the metrics are. */
function registerStates(registry: Registry, pool: Pool, options: MetricsOptions): void {
  const { expiries, areWritesFailing, replica } = options;
  createGauge(registry, 'database_connections', 'Connections of the data API by what they do.', {
    labels: ['state'],
    collect(gauge) {
      gauge.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
      gauge.set({ state: 'idle' }, pool.idleCount);
    },
  });
  createGauge(registry, 'database_waiting', 'Requests of the data API that wait for a connection.', {
    collect: (gauge) => gauge.set(pool.waitingCount),
  });
  createGauge(registry, 'certificate_expires_timestamp_seconds', 'When a certificate expires, in seconds since 1970.', {
    labels: ['certificate'],
    collect(gauge) {
      gauge.reset();
      for (const [certificate, { expiry }] of expiries ?? []) gauge.set({ certificate }, expiry.getTime() / 1000);
    },
  });
  const writes = '1 while the database responds and takes no writes, as on a full disk; 0 otherwise.';
  createGauge(registry, 'writes_failing', writes, { collect: (gauge) => gauge.set(areWritesFailing?.() ? 1 : 0) });
  if (replica === undefined) return;
  const age = 'How old the data of the read replica may be; infinite when that is not clear.';
  createGauge(registry, 'replica_age_seconds', age, { collect: (gauge) => gauge.set(replica.ageMs() / 1000) });
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
export function createMetrics(pool: Pool, options: MetricsOptions = {}) {
  const { withProcess = true, replica } = options;
  const registry = new Registry();
  if (withProcess) collectDefaultMetrics({ register: registry });
  const build = 'Always 1; the labels say which version runs, and on which Node.';
  createGauge(registry, 'build_info', build, { labels: ['version', 'node'] }).set(
    { version: VERSION, node: process.versions.node },
    1,
  );
  registerStates(registry, pool, options);
  const { rateLimited, databaseErrors, mails, notifications, failures, ...counters } = createCounters(registry);
  // A counter that begins with its first failure has not increased for Prometheus.
  for (const outcome of ['failed', 'given_up']) mails.inc({ outcome }, 0);
  const work = { labels: ['work' as const] };
  const lastSuccess = createGauge(
    registry,
    'scheduled_work_last_success_timestamp_seconds',
    'When scheduled work last succeeded, in seconds since 1970.',
    work,
  );
  const interval = createGauge(registry, 'scheduled_work_interval_seconds', 'How often scheduled work runs.', work);
  const queueAges = createGauge(registry, 'queue_age_seconds', 'How long what is due has waited, by queue.', {
    labels: ['queue'],
  });
  const reads = 'Reads that the read replica may serve, by the database that did.';
  const replicaReads = replica && createCounter(registry, 'replica_reads_total', reads, ['database']);
  const broken = 'Rules of the books that were broken at the last check.';
  const brokenRules = createGauge(registry, 'books_broken_rules', broken);
  return {
    registry,
    ...counters,
    setBrokenRules: (count: number) => brokenRules.set(count),
    countStaleRead: replicaReads && ((database: 'replica' | 'primary') => replicaReads.inc({ database })),
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
