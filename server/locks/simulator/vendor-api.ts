import { setTimeout as delay } from 'node:timers/promises';
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod';
import { type Faults, faultsSchema } from './faults.ts';
import { createFleet } from './fleet.ts';
import type { MoveStore } from './move-store.ts';
import { SAMPLE_LOCKS } from './sample-locks.ts';
import { createVendorTokens, TOKEN_SECONDS } from './tokens.ts';
import { buildVendorResponse } from './vendor-response.ts';

const MAX_BODY_BYTES = 64 * 1024;

const pageRequest = z.object({ index: z.int().min(1), size: z.int().min(1).max(100) });
const command = z.object({ did: z.string(), type: z.literal([1, 2]) });

/** What a simulated vendor knows of its customer, and how it behaves. */
export type VendorApiParts = {
  appId: string;
  secret: string;
  now: () => Date;
  /** Addresses that may call. */
  allowedAddresses: readonly string[];
  /** Whether `POST /faults` exists. */
  takesFaults: boolean;
  /** Ends waiting answers. */
  stopping: AbortSignal;
  /** Where moves of locks are remembered: in this process unless given. */
  memory?: MoveStore | undefined;
};

/** The body as JSON, or undefined when it is none, which no schema takes. */
async function jsonOf(c: Context): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const addressOf = (c: Context) => getConnInfo(c).remote.address?.replace(/^::ffff:/, '') ?? '';

/** The lock vendor's API: access tokens, the list of locks, commands; and faults on request. */
export function createVendorApi(parts: VendorApiParts): Hono {
  const { appId, secret, now, allowedAddresses, takesFaults, stopping, memory } = parts;
  let faults: Faults = {};
  const tokens = createVendorTokens(now, secret);
  const fleet = createFleet(SAMPLE_LOCKS, {
    now,
    ...(memory ? { memory } : {}),
    isOffline: (did) => faults.offline?.includes(did) ?? false,
    isStuck: (did) => faults.stuck?.includes(did) ?? false,
  });
  const isCaller = (c: Context) => faults.tokenExpired !== 'always' && tokens.isValid(c.req.header('AccessToken'));
  const api = new Hono();
  // Answers that are still waiting when it stops reach nobody.
  api.onError((error, c) => {
    if (stopping.aborted) return c.body(null, 503);
    throw error;
  });

  api.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => c.json(buildVendorResponse('badParameter')) }));

  if (takesFaults) {
    api.post('/faults', async (c) => {
      // A page in a browser of this machine can send texts anywhere, but no JSON.
      const isJson = c.req.header('content-type') === 'application/json';
      const parsed = faultsSchema.safeParse(isJson ? await jsonOf(c) : undefined);
      if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400);
      faults = parsed.data;
      if (faults.tokenExpired === true) tokens.endAll();
      return c.json(faults);
    });
  }

  api.use('/researchapi/*', async function misbehave(c, next) {
    if (faults.delayMs !== undefined) await delay(faults.delayMs, undefined, { signal: stopping, ref: false });
    if (faults.status !== undefined) return c.body('<h1>The vendor is out of order</h1>', faults.status as 500);
    if (faults.malformed) return c.body('{"code": 200, "data": {"con', 200, { 'content-type': 'application/json' });
    const isAllowed = !faults.notAllowed && allowedAddresses.includes(addressOf(c));
    if (!isAllowed) return c.json(buildVendorResponse('addressNotAllowed'));
    await next();
  });

  api.get('/researchapi/getAccessToken', (c) => {
    const isCustomer = c.req.query('appid') === appId && c.req.query('secret') === secret;
    if (!isCustomer) return c.json(buildVendorResponse('badCredentials'));
    return c.json(buildVendorResponse('success', { accessToken: tokens.issue(), expiresIn: TOKEN_SECONDS }));
  });

  api.post('/researchapi/carlock/list', async (c) => {
    if (!isCaller(c)) return c.json(buildVendorResponse('tokenExpired'));
    const parsed = pageRequest.safeParse(await jsonOf(c));
    if (!parsed.success) return c.json(buildVendorResponse('badParameter'));
    const { index, size } = parsed.data;
    const totalPages = Math.ceil(fleet.count / size);
    const content = await fleet.page(index, size);
    return c.json(buildVendorResponse('success', { content, totalElements: fleet.count, totalPages }));
  });

  api.post('/researchapi/carlock/control', async (c) => {
    if (!isCaller(c)) return c.json(buildVendorResponse('tokenExpired'));
    const parsed = command.safeParse(await jsonOf(c));
    if (!parsed.success) return c.json(buildVendorResponse('badParameter'));
    const outcome = await fleet.command(parsed.data.did, parsed.data.type);
    const kinds = { accepted: 'success', unknown: 'unknownDevice', offline: 'deviceOffline' } as const;
    return c.json(buildVendorResponse(kinds[outcome]));
  });

  return api;
}
