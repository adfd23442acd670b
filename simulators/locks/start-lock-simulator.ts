import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import {
  createSimulatorApp,
  createTokens,
  dropConnection,
  listen,
  readControl,
  readJson,
  type SimulatorContext,
} from '../simulator-server.ts';
import { buildVendorResponse, createFleet, MOVE_MS, type MoveStore } from './fleet.ts';

export const TOKEN_SECONDS = 7200;
const SLOW_MOVE_MS = 8000;

const pageRequest = z.object({ index: z.int().min(1), size: z.int().min(1).max(100) });
const command = z.object({ did: z.string(), type: z.literal([1, 2]) });

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

/** Address and credentials, as a real vendor would provide them. */
export type LockSimulator = { url: string; appId: string; secret: string; stop: () => Promise<void> };

type LockSimulatorOptions = {
  port?: number;
  appId?: string;
  /** By default a random one, so that no other program on the machine commands the locks. */
  secret?: string;
  now?: () => Date;
  takesFaults?: boolean;
  /** Stores the positions of the locks; by default this process does. */
  moves?: MoveStore;
  /** Is told of errors, which callers see as 500. */
  report?: (error: Error) => void;
};

/** Starts the simulated lock vendor: access tokens, the list of locks, commands; and simulated faults. */
export async function startLockSimulator(options: LockSimulatorOptions = {}): Promise<LockSimulator> {
  const { appId = 'simulator', secret = randomBytes(24).toString('hex'), now = () => new Date(), report } = options;
  let faults: z.infer<typeof faultsSchema> = {};
  const stopping = new AbortController();
  const tokens = createTokens(secret, TOKEN_SECONDS);
  const fleet = createFleet({
    now,
    moves: options.moves,
    isOffline: (did) => faults.offline?.includes(did) ?? false,
    isStuck: (did) => faults.stuck?.includes(did) ?? false,
    getMoveMs: (did) => (faults.slow?.includes(did) ? SLOW_MOVE_MS : MOVE_MS),
  });
  const hasToken = (c: SimulatorContext) =>
    faults.tokenExpired !== 'always' && tokens.isValid(c.req.header('AccessToken') ?? '', now());

  const app = createSimulatorApp(stopping.signal, report);

  if (options.takesFaults) {
    app.post('/faults', async (c) => {
      faults = await readControl(c, faultsSchema);
      if (faults.tokenExpired === true) tokens.revokeAll();
      return c.json(faults);
    });
  }

  app.use('/researchapi/*', async function simulateFaults(c, next) {
    if (faults.delayMs !== undefined) await delay(faults.delayMs, undefined, { signal: stopping.signal, ref: false });
    if (faults.status !== undefined) return c.body('<h1>The vendor is out of order</h1>', faults.status as 500);
    if (faults.malformed) return c.body('{"code": 200, "data": {"con', 200, { 'content-type': 'application/json' });
    if (faults.notAllowed) return c.json(buildVendorResponse('addressNotAllowed'));
    await next();
  });

  app.get('/researchapi/getAccessToken', (c) => {
    const isCustomer = c.req.query('appid') === appId && c.req.query('secret') === secret;
    if (!isCustomer) return c.json(buildVendorResponse('badCredentials'));
    return c.json(buildVendorResponse('success', { accessToken: tokens.issue(now()), expiresIn: TOKEN_SECONDS }));
  });

  app.post('/researchapi/carlock/list', async (c) => {
    if (!hasToken(c)) return c.json(buildVendorResponse('tokenExpired'));
    const parsed = pageRequest.safeParse(await readJson(c));
    if (!parsed.success) return c.json(buildVendorResponse('badParameter'));
    return c.json(await fleet.list(parsed.data.index, parsed.data.size));
  });

  app.post('/researchapi/carlock/control', async (c) => {
    if (!hasToken(c)) return c.json(buildVendorResponse('tokenExpired'));
    const parsed = command.safeParse(await readJson(c));
    if (!parsed.success) return c.json(buildVendorResponse('badParameter'));
    const response = await fleet.command(parsed.data.did, parsed.data.type);
    return faults.lostResponse ? dropConnection(c) : c.json(response);
  });

  const listening = await listen(app, options.port);
  return {
    url: listening.url,
    appId,
    secret,
    async stop() {
      stopping.abort();
      await listening.close();
    },
  };
}
