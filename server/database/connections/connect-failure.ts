/** Why there is no connection, by the code of the system, of the driver or of PostgreSQL. */
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
const CODE = /^[A-Z0-9_]{2,40}$/;

/**
 * Why a database cannot be connected to, in words that hold nothing of its address: messages of drivers name host and user,
 * and with an unescaped character in the password a part of it is taken for either.
 */
export function connectFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const shown = CODE.test(code) ? code : 'no code';
  const reason = REASONS.get(code);
  return reason === undefined ? shown : `${reason}, ${shown}`;
}
