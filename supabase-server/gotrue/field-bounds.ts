import { validationFailed } from './auth-error.ts';

/** Longest text of a field, in UTF-16 units; unlisted fields have the default. */
const MAX_LENGTH = new Map([
  ['email', 254],
  ['phone', 32],
  // Longer than bcrypt's 72 bytes, so that too long a password gets its own message.
  ['password', 1024],
  ['current_password', 1024],
  ['token', 256],
  ['token_hash', 256],
  ['refresh_token', 256],
  ['auth_code', 256],
  ['code_verifier', 128],
  ['nonce', 256],
  ['id_token', 8192],
  ['access_token', 4096],
  ['challenge_id', 64],
  ['type', 64],
  ['grant_type', 64],
  ['provider', 64],
  ['captcha_token', 4096],
  ['ban_duration', 64],
]);
const DEFAULT_MAX_LENGTH = 2048;
/** Fields of a body that hold metadata, with a limit for all of it instead of one for each text. */
const METADATA_FIELDS = new Set(['data', 'user_metadata', 'app_metadata']);
const MAX_DEPTH = 8;

/** The largest metadata of an account, as PostgreSQL writes it. */
export const MAX_METADATA_BYTES = 4096;
/** What the server adds to the metadata of a new account: id, address and two flags. */
const SERVER_METADATA_BYTES = 512;
/** PostgreSQL writes 1e300 with all its digits. */
const EXPONENT_BYTES = 400;

const invalid = (field: string, reason: string) => validationFailed(`${field}: ${reason}`);

/** PostgreSQL stores no zero bytes and no halves of surrogate pairs. */
function requireStorable(field: string, text: string): void {
  if (text.isWellFormed() && !text.includes('\0')) return;
  throw invalid(field, 'takes no zero bytes and no incomplete characters');
}

/** Checks the text of a field from a body, a query or a form. */
export function requireText(field: string, text: string): void {
  const max = MAX_LENGTH.get(field) ?? DEFAULT_MAX_LENGTH;
  if (text.length > max) throw invalid(field, `takes at most ${max} characters`);
  requireStorable(field, text);
}

/** An upper bound of the bytes of a JSON value as PostgreSQL writes it, with a space after each comma and colon. */
function countStoredBytes(value: unknown): number {
  if (typeof value === 'number') return /e/.test(String(value)) ? EXPONENT_BYTES : String(value).length;
  if (typeof value !== 'object' || value === null) return Buffer.byteLength(JSON.stringify(value) ?? 'null');
  const inner = Array.isArray(value)
    ? value.map((item) => countStoredBytes(item) + 2)
    : Object.entries(value).map(([name, item]) => countStoredBytes(name) + countStoredBytes(item) + 4);
  return inner.reduce((sum, bytes) => sum + bytes, 2);
}

function requireShallow(field: string, value: unknown, depth = 0): void {
  if (typeof value === 'string') requireStorable(field, value);
  if (typeof value !== 'object' || value === null) return;
  if (depth === MAX_DEPTH) throw invalid(field, `takes at most ${MAX_DEPTH} levels`);
  for (const [name, item] of Object.entries(value)) {
    requireShallow(field, name, depth);
    requireShallow(field, item, depth + 1);
  }
}

export function requireMetadata(field: string, metadata: unknown, maxBytes: number): void {
  requireShallow(field, metadata);
  if (countStoredBytes(metadata) > maxBytes) throw invalid(field, `takes at most ${maxBytes} bytes of JSON`);
}

/** Checks every field of a body, also those that no endpoint reads. */
export function requireBoundedFields(body: unknown, parent?: string): void {
  if (typeof body === 'string') requireText(parent ?? 'The body', body);
  requireShallow(parent ?? 'The body', body);
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    if (parent === undefined && METADATA_FIELDS.has(name)) {
      requireMetadata(name, value, MAX_METADATA_BYTES - SERVER_METADATA_BYTES);
    } else requireBoundedFields(value, Array.isArray(body) ? parent : name);
  }
}
