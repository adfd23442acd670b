import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod';
import { requireThisMachine } from '../../supabase-server/local-request.ts';
import { createFleet, MOVE_MS } from './fleet.ts';
import type { MoveStore } from './move-store.ts';
import { SAMPLE_LOCKS } from './sample-locks.ts';
import { createVendorTokens, TOKEN_SECONDS } from './tokens.ts';
import { buildVendorResponse } from './vendor-response.ts';

const MAX_BODY_BYTES = 64 * 1024;

const pageRequest = z.object({ index: z.int().min(1), size: z.int().min(1).max(100) });
const command = z.object({ did: z.string(), type: z.literal([1, 2]) });

/** Faults to simulate; absent ones do not occur. */
const faultsSchema = z.strictObject({
  /** `true` revokes the issued tokens, `always` rejects every token. */
  tokenExpired: z.union([z.literal(true), z.literal('always')]).optional(),
  /** The caller's address is not in the white list. */
  notAllowed: z.literal(true).optional(),
  delayMs: z.int().min(0).max(60_000).optional(),
  /** Every response has this HTTP status and is no JSON. */
  status: z.int().min(400).max(599).optional(),
  /** Every response is truncated JSON. */
  malformed: z.literal(true).optional(),
  /** Ids of additional locks that are offline. */
  offline: z.array(z.string()).optional(),
  /** Ids of locks that accept commands and do not move. */
  stuck: z.array(z.string()).optional(),
  /** Ids of locks that take 8 seconds to move. */
  slow: z.array(z.string()).optional(),
  /** Commands are carried out, and the connection is closed without a response. */
  lostResponse: z.literal(true).optional(),
});

const SLOW_MOVE_MS = 8000;

export type VendorApiOptions = {
  appId: string;
  secret: string;
  now: () => Date;
  allowedAddresses: readonly string[];
  /** Enables `POST /faults`. */
  takesFaults: boolean;
  /** Cancels delayed responses. */
  stopping: AbortSignal;
  moves: MoveStore | undefined;
};

/** The parsed body; undefined, which no schema accepts, when it is no JSON. */
async function readJson(c: Context): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const getAddress = (c: Context) => getConnInfo(c).remote.address?.replace(/^::ffff:/, '') ?? '';

/** The vendor's API: access tokens, the list of locks, commands; and simulated faults. */
export function createVendorApi(options: VendorApiOptions): Hono<{ Bindings: HttpBindings }> {
  const { appId, secret, now, allowedAddresses, takesFaults, stopping, moves } = options;
  let faults: z.infer<typeof faultsSchema> = {};
  const tokens = createVendorTokens(now, secret);
  const fleet = createFleet(SAMPLE_LOCKS, {
    now,
    moves,
    isOffline: (did) => faults.offline?.includes(did) ?? false,
    isStuck: (did) => faults.stuck?.includes(did) ?? false,
    getMoveMs: (did) => (faults.slow?.includes(did) ? SLOW_MOVE_MS : MOVE_MS),
  });
  const hasValidToken = (c: Context) => faults.tokenExpired !== 'always' && tokens.isValid(c.req.header('AccessToken'));
  const api = new Hono<{ Bindings: HttpBindings }>();
  // Nobody receives responses that are still delayed when the simulator stops.
  api.onError((error, c) => {
    if (stopping.aborted) return c.body(null, 503);
    throw error;
  });

  api.use(
    requireThisMachine,
    bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => c.json(buildVendorResponse('badParameter')) }),
  );

  if (takesFaults) {
    api.post('/faults', async (c) => {
      // A web page in a browser on this machine can send text to any origin, but no JSON.
      const isJson = c.req.header('content-type') === 'application/json';
      const parsed = faultsSchema.safeParse(isJson ? await readJson(c) : undefined);
      if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400);
      faults = parsed.data;
      if (faults.tokenExpired === true) tokens.revokeAll();
      return c.json(faults);
    });
  }

  api.use('/researchapi/*', async function simulateFaults(c, next) {
    if (faults.delayMs !== undefined) await delay(faults.delayMs, undefined, { signal: stopping, ref: false });
    if (faults.status !== undefined) return c.body('<h1>The vendor is out of order</h1>', faults.status as 500);
    if (faults.malformed) return c.body('{"code": 200, "data": {"con', 200, { 'content-type': 'application/json' });
    const isAllowed = !faults.notAllowed && allowedAddresses.includes(getAddress(c));
    if (!isAllowed) return c.json(buildVendorResponse('addressNotAllowed'));
    await next();
  });

  api.get('/researchapi/getAccessToken', (c) => {
    const isCustomer = c.req.query('appid') === appId && c.req.query('secret') === secret;
    if (!isCustomer) return c.json(buildVendorResponse('badCredentials'));
    return c.json(buildVendorResponse('success', { accessToken: tokens.issue(), expiresIn: TOKEN_SECONDS }));
  });

  api.post('/researchapi/carlock/list', async (c) => {
    if (!hasValidToken(c)) return c.json(buildVendorResponse('tokenExpired'));
    const parsed = pageRequest.safeParse(await readJson(c));
    if (!parsed.success) return c.json(buildVendorResponse('badParameter'));
    const { index, size } = parsed.data;
    const totalPages = Math.ceil(fleet.count / size);
    const content = await fleet.page(index, size);
    return c.json(buildVendorResponse('success', { content, totalElements: fleet.count, totalPages }));
  });

  api.post('/researchapi/carlock/control', async (c) => {
    if (!hasValidToken(c)) return c.json(buildVendorResponse('tokenExpired'));
    const parsed = command.safeParse(await readJson(c));
    if (!parsed.success) return c.json(buildVendorResponse('badParameter'));
    const outcome = await fleet.command(parsed.data.did, parsed.data.type);
    if (faults.lostResponse) c.env.incoming.socket.destroy();
    const kinds = { accepted: 'success', unknown: 'unknownDevice', offline: 'deviceOffline' } as const;
    return c.json(buildVendorResponse(kinds[outcome]));
  });

  return api;
}
