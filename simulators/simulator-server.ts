import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import * as z from 'zod';
import { requireThisMachine } from '../supabase-server/client-address.ts';

/** Simulators are for this machine only, whatever the server listens on. */
const LOOPBACK = '127.0.0.1';
const MAX_BODY_BYTES = 32 * 1024;

export type SimulatorEnv = {
  Bindings: HttpBindings;
  /** The simulated time, and what cancels delayed responses. */
  Variables: { now: Date; stopping: AbortSignal };
};
export type SimulatorContext = Context<SimulatorEnv>;

type ListeningSimulator = { url: string; close: () => Promise<void> };

function rethrow(error: Error): void {
  throw error;
}

/** @param report is told of errors, which callers see as 500 */
export function createSimulatorApp(stopping: AbortSignal, report = rethrow): Hono<SimulatorEnv> {
  const app = new Hono<SimulatorEnv>();
  app.onError((error, c) => {
    // Nobody receives responses that are still delayed when the simulator stops.
    if (stopping.aborted) return c.body(null, 503);
    if (error instanceof HTTPException) return error.getResponse();
    report(error);
    return c.text('Internal Server Error', 500);
  });
  app.use(requireThisMachine((c) => c.text('Simulators are for this machine only', 403)));
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES }), async function setStopping(c, next) {
    c.set('stopping', stopping);
    await next();
  });
  return app;
}

/** Listens on a free port unless one is given. */
export async function listen(app: Hono<SimulatorEnv>, port = 0): Promise<ListeningSimulator> {
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The simulator has no port');
  return {
    url: `http://${LOOPBACK}:${address.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

export function dropConnection(c: SimulatorContext): Response {
  c.env.incoming.socket.destroy();
  return c.body(null, 503);
}

/** The body; undefined, which no schema accepts, when it is no JSON. */
export async function readJson(c: SimulatorContext): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Reads a call of a test. A web page in a browser on this machine can send text to any origin, but no JSON.
 * @throws HTTPException 400 that says what is wrong
 */
export async function readControl<S extends z.ZodType>(c: SimulatorContext, schema: S): Promise<z.infer<S>> {
  const body = c.req.header('content-type') === 'application/json' ? await readJson(c) : undefined;
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new HTTPException(400, { res: Response.json({ error: z.prettifyError(parsed.error) }, { status: 400 }) });
}

/**
 * Serves `PUT /simulator/faults`, which takes {"faults": [...]} for every call from then on.
 * @returns whether a fault is on
 */
export function serveFaults<Fault extends string>(
  app: Hono<SimulatorEnv>,
  known: readonly [Fault, ...Fault[]],
  onChange: (faults: readonly Fault[]) => void = () => undefined,
) {
  const schema = z.strictObject({ faults: z.array(z.enum(known)) });
  let faults: readonly Fault[] = [];
  app.put('/simulator/faults', async (c) => {
    ({ faults } = await readControl(c, schema));
    onChange(faults);
    return c.json({ faults });
  });
  return (fault: Fault): boolean => faults.includes(fault);
}

/** Access tokens that every simulator with the same secret accepts, as they are signed and not stored. */
export function createTokens(secret: string, validSeconds: number) {
  let generation = 0;
  const sign = (content: string) => createHmac('sha256', secret).update(`${generation}.${content}`).digest();
  return {
    issue(now: Date): string {
      const content = `${now.getTime() + validSeconds * 1000}-${randomBytes(8).toString('hex')}`;
      return `${content}.${sign(content).toString('hex')}`;
    },
    isValid(token: string, now: Date): boolean {
      const [content = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature, 'hex');
      const expected = sign(content);
      const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
      return isGenuine && Number(content.split('-')[0]) > now.getTime();
    },
    revokeAll(): void {
      generation += 1;
    },
  };
}
