import { readErrorCode } from '../error-code.ts';

/** Seconds after which a client may repeat a request that found no database. */
export const RETRY_AFTER_SECONDS = 1;

/** Codes of these pools and the system for a connection that is missing or lost. */
const CONNECTION_CODES = new Set([
  'CONNECTION_CLOSED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);
/** Connection exceptions, insufficient resources, lock timeout, and a server that is starting or stopping. */
const UNAVAILABLE_SQLSTATES = /^(08...|53...|55P03|57P0[1-3])$/;

/** PostgreSQL closes the connection after an error of these severities. */
const FATAL_SEVERITIES = new Set<unknown>(['FATAL', 'PANIC']);

/** The connection of a statement is gone, and whether it was carried out is not known. */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError';
  override message = 'Database client error. Retrying the connection.';
  readonly code = 'CONNECTION_CLOSED';
}

/** No connection to the database could be opened, or none became free in time. */
export class NotConnectedError extends Error {
  override name = 'NotConnectedError';
  readonly code: string;

  /** @param cause of the driver, which gives a code to errors of the system and of PostgreSQL only */
  constructor(cause: unknown) {
    const code = readErrorCode(cause);
    const message = cause instanceof Error ? cause.message : String(cause);
    super(message, { cause });
    this.code = code ?? (/time/.test(message) ? 'CONNECT_TIMEOUT' : 'CONNECTION_CLOSED');
  }
}

/** Whether there is no connection any more. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof ConnectionLostError || error instanceof NotConnectedError) return true;
  return error instanceof Error && 'severity' in error && FATAL_SEVERITIES.has(error.severity);
}

/** Whether the database cannot work right now, so that the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const code = String(error.code);
  // The socket file of an embedded PostgreSQL disappears when it ends.
  const isSocketMissing = code === 'ENOENT' && error instanceof NotConnectedError;
  return isSocketMissing || CONNECTION_CODES.has(code) || UNAVAILABLE_SQLSTATES.test(code);
}

/** Sentences for the operator, by the code of the system, the driver or PostgreSQL. */
const REASONS = new Map([
  ['ENOTFOUND', 'its host name is not known'],
  ['EAI_AGAIN', 'its host name cannot be looked up right now'],
  ['ECONNREFUSED', 'nothing listens at its host and port'],
  ['EHOSTUNREACH', 'its host cannot be reached'],
  ['ENETUNREACH', 'its host cannot be reached'],
  ['ECONNRESET', 'it closed the connection'],
  ['CONNECTION_CLOSED', 'it closed the connection'],
  ['CONNECT_TIMEOUT', 'it did not respond in time'],
  ['ETIMEDOUT', 'it did not respond in time'],
  ['28P01', 'it does not take this user and password'],
  ['28000', 'it does not let this user in'],
  ['3D000', 'it has no database of this name'],
  ['53300', 'it has no connection left'],
  ['57P03', 'it is starting or stopping'],
]);
const ERROR_CODE = /^[A-Z0-9_]{2,40}$/;

/** Why a connection failed. The driver's own message is left out: it may hold parts of the database's address. */
export function describeConnectionError(error: unknown): string {
  const code = readErrorCode(error) ?? '';
  const shown = ERROR_CODE.test(code) ? code : 'no code';
  const reason = REASONS.get(code);
  return reason === undefined ? shown : `${reason}, ${shown}`;
}
