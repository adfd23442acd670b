import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { isSameSecret } from '../../supabase-server/gotrue/secrets.ts';
import type { Metrics } from './metrics.ts';

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
