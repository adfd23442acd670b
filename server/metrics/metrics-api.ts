import { Hono } from 'hono';
import type { AppEnv } from '../caller.ts';
import { isSameSecret } from '../gotrue/secrets.ts';
import type { Metrics } from './metrics.ts';

type MetricsApiParts = { token: string | undefined; metrics: Metrics | undefined };

/**
 * `GET /metrics` in Prometheus' text format, for whoever brings `METRICS_TOKEN`. Without that variable it is not there:
 * a call from this machine proves nothing, as a proxy on it passes on the calls of everybody.
 */
export function createMetricsApi({ token, metrics }: MetricsApiParts): Hono<AppEnv> {
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
