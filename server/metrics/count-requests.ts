import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { AppEnv } from '../caller.ts';
import type { Metrics } from './metrics.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);
const GRANTS = new Set(['password', 'refresh_token', 'pkce']);

function bookingOutcome(status: number): string {
  if (status < 300) return 'made';
  if (status === 409) return 'taken';
  return status < 500 ? 'refused' : 'failed';
}

function signInOutcome(status: number): string {
  if (status < 300) return 'opened';
  if (status === 429) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}

/** The proxy's own refusals have their codes as status; what the vendor said is 200, whatever it was. */
function lockOutcome(status: number): string {
  if (status < 300) return 'answered';
  if (status === 503) return 'not_recorded';
  return status < 500 ? 'refused' : 'vendor_failed';
}

function countDeeds(c: Context<AppEnv>, { bookings, signIns, lockCalls }: Metrics): void {
  if (c.req.method !== 'POST') return;
  const { status } = c.res;
  if (c.req.path === '/rest/v1/reservations') bookings.inc({ outcome: bookingOutcome(status) });
  if (c.req.path === '/functions/v1/lock-proxy') lockCalls.inc({ outcome: lockOutcome(status) });
  if (c.req.path === '/auth/v1/token') {
    const grant = c.req.query('grant_type') ?? '';
    signIns.inc({ grant: GRANTS.has(grant) ? grant : 'other', outcome: signInOutcome(status) });
  }
}

/**
 * Measures every request by method, pattern of the route that answered and class of the status (`2xx`). The path itself
 * is never a label: it holds ids, and anybody can make up new ones.
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
    countDeeds(c, metrics);
  };
}
