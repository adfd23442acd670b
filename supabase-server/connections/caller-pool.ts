import type { Logger } from 'pino';
import type { Primary } from '../host.ts';
import { divideConnections, REQUEST_LIMITS } from './connection-limits.ts';
import { type OpenedPool, openPool } from './pool.ts';
import type { ConnectionTarget } from './sql.ts';

/** Settings of every new connection: a visitor's rights, and limits for its statements. */
const START_SETTINGS = { role: 'anon', search_path: 'public, extensions', statement_timeout: '10s' };

/** Connections of the data API. They have a visitor's rights until a transaction sets a caller's role. */
export type CallerPool = OpenedPool;

type CallerPoolOptions = { max?: number; primary?: Primary | undefined };

export const openCallerPool = (
  target: ConnectionTarget,
  log: Logger,
  { max = divideConnections().callers, primary }: CallerPoolOptions = {},
): CallerPool => openPool(target, log, { max, settings: REQUEST_LIMITS, fixedSettings: START_SETTINGS, primary });
