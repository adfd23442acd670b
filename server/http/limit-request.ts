import type { Context, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import pTimeout, { TimeoutError } from 'p-timeout';
import { BodyTooLargeError, readBytes } from '../../supabase/functions/shared/http.ts';
import type { AppEnv, Caller } from '../../supabase-server/caller.ts';
import { readClientNetworks } from '../../supabase-server/client-address.ts';
import { isConnectionLost } from '../../supabase-server/connections/connection-errors.ts';
import { DataError } from '../../supabase-server/postgrest/data-error.ts';
import type { DatabaseCheck } from '../../supabase-server/postgrest/execute/database-check.ts';
import { createShares, takeTurn, toShares } from '../../supabase-server/turns.ts';
import type { Lifecycle } from '../start/stop.ts';
import { createPathFinder, type PublicPath, type Share } from './public-paths.ts';

/** The time for a body to arrive, and then for a turn to come. */
const BODY_MS = 5000;
const MAX_WAIT_MS = 5000;
/** Longer than one silent connection may last, so only several waits in a row reach it. */
export const REQUEST_TIMEOUT_MS = 11_500;
/** Mobile networks put thousands of people behind one address. */
const MAX_WAITING = 100;

/** The data API's codes for a database that is lost, cannot be reached, or does not show its schema. */
const NO_DATABASE = /^PGRST00[0-2]$/;

function isDatabaseLost(error: unknown): boolean {
  if (error instanceof DataError) return NO_DATABASE.test(error.body.code);
  return isConnectionLost(error);
}

/**
 * Ends requests that take too long. After a timeout or a lost database the next requests first check the database:
 * otherwise each statement would wait as long, and run after its client has gone.
 */
function limitTime(checkDatabase: DatabaseCheck): MiddlewareHandler<AppEnv> {
  let isInDoubt = false;
  const limit = timeout(REQUEST_TIMEOUT_MS, () => {
    isInDoubt = true;
    return new HTTPException(503, { message: 'The request took too long' });
  });
  return async function limitTime(c, next) {
    if (isInDoubt) {
      try {
        await checkDatabase();
      } catch (cause) {
        throw new HTTPException(503, { message: 'The database does not respond', cause });
      }
      isInDoubt = false;
    }
    await limit(c, next);
    isInDoubt ||= isDatabaseLost(c.error);
  };
}

/** Node holds a body to its content-length. One that names no length is counted while it arrives. */
async function readWholeBody({ req }: Context<AppEnv>, maxBytes: number): Promise<void> {
  if (req.header('content-length') !== undefined) await req.arrayBuffer();
  else req.raw = new Request(req.raw, { body: await readBytes(req.raw.body, maxBytes) });
}

/**
 * Takes the whole body before anything else is spent on the request.
 * @returns the response to a body that is too long, too slow or cut off
 */
async function takeBody(c: Context<AppEnv>, maxBytes: number): Promise<Response | undefined> {
  // The rest of the body is not worth a connection.
  const reject = (status: 400 | 408 | 413, message: string) => c.json({ message }, status, { connection: 'close' });
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) return reject(413, 'The body is too large');
  try {
    await pTimeout(readWholeBody(c, maxBytes), { milliseconds: BODY_MS });
    return undefined;
  } catch (error) {
    if (error instanceof BodyTooLargeError) return reject(413, 'The body is too large');
    if (error instanceof TimeoutError) return reject(408, 'The body took too long');
    return reject(400, 'The body did not arrive');
  }
}

type IsAdmin = (caller: Caller) => Promise<boolean>;

/** The longest body of a request. An administrator is looked up only for a long one. */
async function findMaxBytes(c: Context<AppEnv>, bytes: PublicPath['bytes'], isAdmin: IsAdmin): Promise<number> {
  if (typeof bytes === 'number') return bytes;
  const caller = c.get('caller');
  if (caller.role === 'anon') return bytes.visitor;
  const isLong = Number(c.req.header('content-length') ?? 0) > bytes.driver;
  return caller.role === 'service_role' || (isLong && (await isAdmin(caller))) ? bytes.administrator : bytes.driver;
}

function findSharers(c: Context<AppEnv>, { name, network, person }: Share) {
  const caller: Caller | undefined = c.get('caller');
  const shares = toShares(readClientNetworks(c), network);
  if (person !== undefined && caller?.role === 'authenticated') {
    // What waits for its person holds no turn of the network.
    shares.unshift({ caller: String(caller.claims.sub), atOnce: person });
  }
  return shares.map((share) => ({ ...share, caller: `${name} ${share.caller}` }));
}

const createBusyError = () => new HTTPException(503, { message: 'Too many requests wait' });

type Limits = {
  isAdmin: IsAdmin;
  /** The checks of the connections that paths use. */
  checks: Record<NonNullable<PublicPath['database']>, DatabaseCheck>;
};

/** Limits the body, the turns and the time of each request as `PUBLIC_PATHS` says. */
export function limitRequests({ isAdmin, checks }: Limits): MiddlewareHandler<AppEnv> {
  const findPath = createPathFinder();
  const findShares = createShares({ maxWaiting: MAX_WAITING, createError: createBusyError });
  const limits = { owner: limitTime(checks.owner), callers: limitTime(checks.callers) };
  return async function limitRequest(c, next) {
    const { bytes, share, database } = findPath(c.req.path, (name) => c.req.query(name));
    // HTTP gives reads no body, and looking for one costs a fifth of a short read.
    const mayHaveBody = c.req.method !== 'GET' && c.req.method !== 'HEAD' && bytes !== 0;
    const rejection = mayHaveBody ? await takeBody(c, await findMaxBytes(c, bytes, isAdmin)) : undefined;
    if (rejection !== undefined) return rejection;
    const respond = async () => {
      if (database === undefined) await next();
      else await limits[database](c, next);
    };
    if (share === undefined) return respond();
    const patience = { until: performance.now() + MAX_WAIT_MS, createError: createBusyError, signal: c.req.raw.signal };
    await takeTurn(findShares(...findSharers(c, share)), patience, respond);
  };
}

/**
 * Rejects reads shortly before the server stops listening. The load balancer repeats them at another server and stops
 * using this one; a write that it sent into a closing connection would be lost.
 */
export function rejectReadsWhileStopping(lifecycle: Lifecycle): MiddlewareHandler<AppEnv> {
  return async function rejectRead(c, next) {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (isRead && lifecycle.phase === 'closing') return c.json({ message: 'The server is stopping' }, 503);
    await next();
  };
}
