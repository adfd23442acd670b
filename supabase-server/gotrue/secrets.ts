import { createHash, createHmac, hash, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

const TOKEN_BYTES = 32;
const CODE_DIGITS = 6;

/** A random token for a link, a session or a cookie. */
export function createSecret(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** A code for a person to type. It takes a million guesses at most, so attempts have to be counted. */
export function createCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

/** A code as it was sent, for one that was typed or pasted: without blanks, dashes and what nobody sees. */
export const readCode = (typed: string): string => typed.toLowerCase().replaceAll(/[\s\p{Cf}\p{Pd}]/gu, '');

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Hashes a code with the server's key: a code is so short that its plain hash could be reversed. */
export function hashCode(code: string, subject: string, serverKey: string): string {
  return createHmac('sha256', serverKey).update(`${subject}:${code}`).digest('hex');
}

/** The token that replaces the one with this hash; always the same, so that a repeated refresh gets the same token. */
export function deriveNextToken(hash: string, serverKey: string): string {
  return createHmac('sha256', serverKey).update(hash).digest('base64url');
}

/** Compares in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  return createConstantTimeMatcher([a])(b) === a;
}

/** Finds the secret that a text equals, in constant time. The secrets are hashed once, for use in every request. */
export function createConstantTimeMatcher<Secret extends string>(
  secrets: readonly Secret[],
): (text: string) => Secret | undefined {
  const hashes = secrets.map((secret) => ({ secret, digest: hash('sha256', secret, 'buffer') }));
  return (text) => {
    const given = hash('sha256', text, 'buffer');
    return hashes.find(({ digest }) => timingSafeEqual(digest, given))?.secret;
  };
}

const KEY_BYTES = 32;

/**
 * Encrypts texts in the database, so that a copy of it does not reveal them: with A256GCM, under a key derived from the
 * server's for this purpose.
 */
export function createSecretBox(secretKey: string, purpose: string) {
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', purpose, KEY_BYTES));
  return {
    seal: (text: string) =>
      new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(key),
    /** @throws when it was sealed under another SECRET_KEY or for another purpose, or is damaged */
    async unseal(sealed: string) {
      const { plaintext } = await compactDecrypt(sealed, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      return new TextDecoder().decode(plaintext);
    },
  };
}
