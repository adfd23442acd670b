import { readErrorCode } from '../error-code.ts';

/** Seconds after which a client may repeat a request that found no database. */
export const RETRY_AFTER_SECONDS = 1;

/** Codes of the drivers and the system for a connection that is missing or lost. */
const CONNECTION_CODES = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
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

/** Whether a statement failed because its connection is gone. Only errors of the owner's driver name a `query`. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'query' in error)) return false;
  return CONNECTION_CODES.has(String(error.code)) || ('severity' in error && FATAL_SEVERITIES.has(error.severity));
}

/** Whether the database cannot work right now, so that the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const code = String(error.code);
  // The socket file of an embedded PostgreSQL disappears when it ends.
  const isSocketMissing = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
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
