import { Hono } from 'hono';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { isSameSecret } from '../../supabase-server/gotrue/secrets.ts';
import type { Metrics } from './metrics.ts';

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
