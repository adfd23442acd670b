import { AuthError } from './auth-error.ts';

/** The longest text of a field, in UTF-16 units; fields that are not listed have the default. */
const MAX_LENGTH = new Map([
  ['email', 254],
  ['phone', 32],
  // Whoever types more than the 72 bytes that count gets a sentence of its own.
  ['password', 1024],
  ['token', 256],
  ['token_hash', 256],
  ['refresh_token', 256],
  ['auth_code', 256],
  ['code_verifier', 128],
  ['nonce', 64],
  ['challenge_id', 64],
  ['type', 64],
  ['grant_type', 64],
  ['provider', 64],
  ['captcha_token', 4096],
]);
const DEFAULT_MAX_LENGTH = 2048;
const MAX_DEPTH = 8;

/** All metadata of an account together, as PostgreSQL writes it. */
export const MAX_METADATA_BYTES = 4096;
/** What the server itself adds to the metadata of a new account: its id, its address and two flags. */
const OWN_METADATA_BYTES = 512;
/** JavaScript writes 1e300 in five characters, PostgreSQL with all its digits. */
const EXPONENT_BYTES = 400;

const invalid = (field: string, reason: string) => new AuthError(400, 'validation_failed', `${field}: ${reason}`);

/** PostgreSQL stores neither zero bytes nor halves of surrogate pairs. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/**
 * Checks the text of one field, wherever in a request it comes from.
 * @throws AuthError `validation_failed` when it is too long or cannot be stored
 */
export function requireText(field: string, text: string): void {
  const max = MAX_LENGTH.get(field) ?? DEFAULT_MAX_LENGTH;
  if (text.length > max) throw invalid(field, `takes at most ${max} characters`);
  if (!isStorable(text)) throw invalid(field, 'takes no zero bytes and no incomplete characters');
}

/** The bytes of a JSON value at most, once PostgreSQL has written it with a space behind each comma and colon. */
export function countStoredBytes(value: unknown): number {
  if (typeof value === 'number') return /e/.test(String(value)) ? EXPONENT_BYTES : String(value).length;
  if (typeof value !== 'object' || value === null) return Buffer.byteLength(JSON.stringify(value) ?? 'null');
  const inner = Array.isArray(value)
    ? value.map((item) => countStoredBytes(item) + 2)
    : Object.entries(value).map(([name, item]) => countStoredBytes(name) + countStoredBytes(item) + 4);
  return inner.reduce((sum, bytes) => sum + bytes, 2);
}

function requireShallow(field: string, value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) throw invalid(field, 'takes no zero bytes and no incomplete characters');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === MAX_DEPTH) throw invalid(field, `takes at most ${MAX_DEPTH} levels`);
  for (const [name, item] of Object.entries(value)) {
    requireShallow(field, name, depth);
    requireShallow(field, item, depth + 1);
  }
}

/**
 * Checks the metadata that an account would have.
 * @throws AuthError `validation_failed` when it is more than an account may hold
 */
export function requireMetadata(data: unknown, maxBytes: number): void {
  requireShallow('data', data);
  if (countStoredBytes(data) > maxBytes) throw invalid('data', `takes at most ${maxBytes} bytes of JSON`);
}

/**
 * Checks every field of a body, also those that no endpoint reads.
 * @throws AuthError `validation_failed`
 */
export function requireBoundedFields(body: unknown, parent?: string): void {
  if (typeof body === 'string') requireText(parent ?? 'The body', body);
  requireShallow(parent ?? 'The body', body);
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    if (parent === undefined && name === 'data') requireMetadata(value, MAX_METADATA_BYTES - OWN_METADATA_BYTES);
    else requireBoundedFields(value, Array.isArray(body) ? parent : name);
  }
}
