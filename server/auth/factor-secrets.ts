import { hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

const KEY_BYTES = 32;

/** Keeps the secrets of second factors so that a copy of the database makes no codes. */
export type FactorSecrets = {
  seal: (secret: string) => Promise<string>;
  /** @throws when it was sealed under another SECRET_KEY, or is damaged */
  unseal: (sealed: string) => Promise<string>;
};

/** Seals with A256GCM under a key that follows from the server's own. */
export function createFactorSecrets(secretKey: string): FactorSecrets {
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', 'secrets of second factors', KEY_BYTES));
  return {
    seal: (secret) =>
      new CompactEncrypt(new TextEncoder().encode(secret))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(key),
    async unseal(sealed) {
      const { plaintext } = await compactDecrypt(sealed, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      return new TextDecoder().decode(plaintext);
    },
  };
}
