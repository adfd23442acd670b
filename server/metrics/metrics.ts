import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CallerPool } from '../database/connections/caller-pool.ts';
import type { Mailer } from '../mail/mailer.ts';

/** From a read answered out of memory to one that somebody gave up on. */
const DURATION_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** The pool gave no connection, or the connection was lost. */
const NO_CONNECTION = /^PGRST00[013]$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Work that a schedule does; a label, so there are only these. */
export type Job = 'due_work' | 'retention' | 'mail' | 'backup';

/**
 * What the operator watches, by names that never change. A label has one of a few values known beforehand: never an
 * address, a name, an id or anything else that somebody sent.
 */
export type Metrics = {
  registry: Registry;
  /** Seconds from a request to its answer; its `_count` is the number of requests. */
  requests: Histogram<'method' | 'route' | 'status'>;
  bookings: Counter<'outcome'>;
  signIns: Counter<'grant' | 'outcome'>;
  lockCalls: Counter<'outcome'>;
  /** A request was refused because there were too many; `limit` is a name of LIMITS. */
  countRateLimited: (limit: string) => void;
  /** The data API refused something with this code: a SQLSTATE, or one of its own. */
  countDatabaseError: (code: string) => void;
  /** A run of scheduled work ended. */
  recordJobRun: (job: Job, outcome: 'done' | 'failed') => void;
  /** The same mailer, counted. */
  countMails: (mailer: Mailer) => Mailer;
  /** So many mails could not be delivered for a day. */
  countMailsGivenUp: (mails: number) => void;
};

function watchPool(registry: Registry, pool: CallerPool['pool']): void {
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

function createCounters(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter<Label>({ name, help, labelNames: [...labelNames], registers });
  return {
    bookings: counter('parqueo_bookings_total', 'Attempts to book; taken: somebody else was faster.', ['outcome']),
    signIns: counter('parqueo_sign_ins_total', 'Attempts to open or renew a session.', ['grant', 'outcome']),
    lockCalls: counter('parqueo_lock_calls_total', 'Calls of the lock proxy.', ['outcome']),
    countRateLimited: counter('parqueo_rate_limited_total', 'Requests refused because there were too many.', ['limit']),
    countDatabaseError: counter(
      'parqueo_database_refusals_total',
      'Refused statements of the data API by class of SQLSTATE.',
      ['class'],
    ),
    mails: counter(
      'parqueo_mails_total',
      'Attempts to hand a mail to the mail server or the mailbox; given_up: none succeeded for a day.',
      ['outcome'],
    ),
    failures: counter('parqueo_scheduled_work_failures_total', 'Runs of scheduled work that failed.', ['job']),
  };
}

function countedMailer(mailer: Mailer, mails: Counter<'outcome'>): Mailer {
  return {
    async send(mail) {
      try {
        await mailer.send(mail);
        mails.inc({ outcome: 'sent' });
      } catch (error) {
        mails.inc({ outcome: 'failed' });
        throw error;
      }
    },
  };
}

/**
 * Creates the metrics of a server.
 * @param pool the connections of the data API
 * @param withProcess also memory, processor time, event loop and garbage collection of this process; once in a process
 */
export function createMetrics(pool: CallerPool['pool'], { withProcess = true } = {}): Metrics {
  const registry = new Registry();
  if (withProcess) collectDefaultMetrics({ register: registry });
  watchPool(registry, pool);
  const { countRateLimited, countDatabaseError, mails, failures, ...counters } = createCounters(registry);
  const lastSuccess = new Gauge({
    name: 'parqueo_scheduled_work_last_success_timestamp_seconds',
    help: 'When scheduled work last succeeded, in seconds since 1970.',
    labelNames: ['job'],
    registers: [registry],
  });
  return {
    registry,
    ...counters,
    requests: new Histogram({
      name: 'parqueo_http_request_duration_seconds',
      help: 'Seconds from a request to its answer, by the route that answered.',
      labelNames: ['method', 'route', 'status'],
      buckets: DURATION_BUCKETS_S,
      registers: [registry],
    }),
    countRateLimited: (limit) => countRateLimited.inc({ limit }),
    countDatabaseError(code) {
      if (NO_CONNECTION.test(code)) countDatabaseError.inc({ class: 'connection' });
      else if (SQLSTATE.test(code)) countDatabaseError.inc({ class: code.slice(0, 2) });
    },
    recordJobRun(job, outcome) {
      if (outcome === 'done') lastSuccess.set({ job }, Date.now() / 1000);
      else failures.inc({ job });
    },
    countMails: (mailer) => countedMailer(mailer, mails),
    countMailsGivenUp: (count) => mails.inc({ outcome: 'given_up' }, count),
  };
}
