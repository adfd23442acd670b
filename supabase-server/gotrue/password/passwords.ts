import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/bcrypt';
import { dictionary } from '@zxcvbn-ts/language-common';
import { tryGetContext } from 'hono/context-storage';
import type { AppEnv } from '../../caller.ts';
import { readClientNetworks } from '../../client-address.ts';
import { createFairTurns, takeTurn } from '../../turns.ts';
import { AuthError, weakPassword } from '../auth-error.ts';

/** GoTrue's, so that accounts can move to Supabase with their passwords. */
const BCRYPT_COST = 10;
/** bcrypt ignores further bytes, so longer passwords that begin alike would be the same. */
const MAX_BYTES = 72;

const MAX_WAIT_MS = 5000;

const createError = () => {
  const message = 'The server cannot answer right now. Please try again.';
  return new AuthError(503, 'unexpected_failure', message, { retryAfterSeconds: 1 });
};

/** One core and one of the four threads of Node's pool stay free for other requests. */
const atOnce = Math.max(1, Math.min(3, availableParallelism() - 1));
const findTurn = createFairTurns({ atOnce, maxWaiting: 100, createError });

/** Hashes for the network that has had the least time. A password that waited too long is not hashed any more. */
function hashInTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const c = tryGetContext<AppEnv>();
  const networks: [string, ...string[]] = c ? readClientNetworks(c) : [''];
  const patience = { until: performance.now() + MAX_WAIT_MS, createError };
  return takeTurn([findTurn({ networks, kind: 'password' })], patience, work);
}

/** Verified against when there is no account, so that the response takes as long. */
const DUMMY_HASH = hash('no account has this password', BCRYPT_COST);

/** What people choose most often, in lower case; guessers begin with these. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common']);

const MIN_DIFFERENT = 5;
const MIN_RUNS = 3;

/** The part that a text repeats, such as `abc1` of `abc1abc1`; else the text. */
const findRepeated = (text: string) => text.slice(0, `${text}${text}`.indexOf(text, 1));

/**
 * Whether a password is of a pattern that is tried before any word: few different characters, or one or two runs of
 * characters that are alike or follow each other, such as `abcd4321`, once or repeated.
 */
function isPlainPattern(password: string): boolean {
  const codes = [...findRepeated(password.toLowerCase())].map((character) => character.codePointAt(0) ?? 0);
  const runs = codes.filter((code, nth) => Math.abs(code - (codes[nth - 1] ?? Number.NaN)) > 1).length + 1;
  return new Set(codes).size < MIN_DIFFERENT || runs < MIN_RUNS;
}

export function requireAcceptablePassword(password: string, minLength: number): void {
  if (password.length < minLength) {
    throw weakPassword('length', `Password should be at least ${minLength} characters.`);
  }
  if (COMMON_PASSWORDS.has(password.toLowerCase())) {
    const message = 'Password is known to be weak and easy to guess, please choose a different one.';
    throw weakPassword('pwned', message);
  }
  if (Buffer.byteLength(password) > MAX_BYTES) {
    throw new AuthError(422, 'validation_failed', `Password cannot be longer than ${MAX_BYTES} bytes`);
  }
  if (isPlainPattern(password)) {
    const message = `Password should have at least ${MIN_DIFFERENT} different characters that do not just follow each other.`;
    throw weakPassword('pattern', message);
  }
}

export function hashPassword(password: string): Promise<string> {
  return hashInTurn(() => hash(password, BCRYPT_COST));
}

/** Whether the password is right; takes as long when there is no hash. */
export async function verifyPassword(encrypted: string | null, password: string): Promise<boolean> {
  const expected = encrypted ?? (await DUMMY_HASH);
  const matches = await hashInTurn(() => verify(password, expected));
  return matches && encrypted !== null && Buffer.byteLength(password) <= MAX_BYTES;
}
