import { createHash, createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;
const CODE_DIGITS = 6;

/** A secret for a link or a session that nobody can guess. */
export function createSecret(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** A code that a person can type. It can be guessed in a million tries, so tries have to be counted. */
export function createCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

/** What is kept of a secret: enough to recognise it, useless to whoever reads the database. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** What is kept of a code. It is so short that only a digest with the server's key hides it. */
export function hashCode(code: string, subject: string, serverKey: string): string {
  return createHmac('sha256', serverKey).update(`${subject}:${code}`).digest('hex');
}

/** The secret that follows the one with this digest; the same each time, so that a repeated request gets the same answer. */
export function deriveNextToken(digest: string, serverKey: string): string {
  return createHmac('sha256', serverKey).update(digest).digest('base64url');
}

/** Compares without telling by its time how much was right. */
export function isSameSecret(a: string, b: string): boolean {
  return createConstantTimeMatcher([a])(b) === a;
}

/**
 * Tells which of some secrets a text is, or undefined, without telling by its time how much was right. The secrets are
 * prepared once, for texts that are looked at in every request.
 */
export function createConstantTimeMatcher<Secret extends string>(
  secrets: readonly Secret[],
): (text: string) => Secret | undefined {
  const digests = secrets.map((secret) => ({ secret, digest: hash('sha256', secret, 'buffer') }));
  return (text) => {
    const given = hash('sha256', text, 'buffer');
    return digests.find(({ digest }) => timingSafeEqual(digest, given))?.secret;
  };
}
