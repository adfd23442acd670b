import { Hono } from 'hono';
import type { JSONValue, Sql } from 'postgres';
import * as z from 'zod';
import { faultPlanSchema } from './faults.ts';
import { isOrderKey } from './order-store.ts';
import type { SimulatorContext, SimulatorEnv } from './simulator-env.ts';
import { MAX_CLOCK_OFFSET_SECONDS, type SimulatorSettings } from './simulator-settings.ts';

const clockSchema = z.strictObject({
  offsetSeconds: z.int().min(-MAX_CLOCK_OFFSET_SECONDS).max(MAX_CLOCK_OFFSET_SECONDS),
});

/** A web page in a browser on this machine can send text to any origin, but JSON only where that origin allows it. */
async function readJson(c: SimulatorContext): Promise<unknown> {
  if (c.req.header('content-type') !== 'application/json') return undefined;
  try {
    return JSON.parse(await c.req.text());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

type Dependencies = {
  sql: Sql;
  settings: SimulatorSettings;
  /** Called when the clock was set, so that what is due by it is done. */
  onClockSet: () => void;
};

/**
 * For tests: `PUT /simulator/faults/<order number | next | every>` {faults, delaySeconds}, `PUT /simulator/clock`
 * {offsetSeconds}, and `GET /simulator/orders/<order number>`.
 */
export function createControlApi({ sql, settings, onClockSet }: Dependencies): Hono<SimulatorEnv> {
  const app = new Hono<SimulatorEnv>().basePath('/simulator');

  async function setFaultsOfOrder(number: string, plan: z.infer<typeof faultPlanSchema>): Promise<boolean> {
    if (!isOrderKey(number)) return false;
    const changed = await sql`
      update parqueo_server.simulated_orders set content = jsonb_set(content, '{plan}', ${sql.json(plan)})
      where number = ${number}`;
    return changed.count > 0;
  }

  app.put('/faults/:target', async (c) => {
    const parsed = faultPlanSchema.safeParse(await readJson(c));
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400);
    const target = c.req.param('target');
    if (target === 'next' || target === 'every') await settings.setFaults(target, parsed.data);
    else if (!(await setFaultsOfOrder(target, parsed.data))) return c.json({ error: 'There is no such order' }, 404);
    return c.json(parsed.data);
  });

  app.put('/clock', async (c) => {
    const parsed = clockSchema.safeParse(await readJson(c));
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400);
    await settings.setClockOffset(parsed.data.offsetSeconds);
    onClockSet();
    return c.json(parsed.data);
  });

  app.get('/orders/:number', async (c) => {
    const number = c.req.param('number');
    if (!isOrderKey(number)) return c.json([]);
    const rows = await sql<{ id: string; provider: string; reference: string | null; content: JSONValue }[]>`
      select id, provider, reference, content from parqueo_server.simulated_orders
      where number = ${number} order by stored_at limit 100`;
    return c.json(rows);
  });
  return app;
}
