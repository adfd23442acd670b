import { hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

const KEY_BYTES = 32;

/** Encrypts texts that the database keeps, so that a copy of it is of no use. */
export type SecretBox = {
  seal: (text: string) => Promise<string>;
  /** @throws when it was sealed under another SECRET_KEY or for another purpose, or is damaged */
  unseal: (sealed: string) => Promise<string>;
};

/**
 * Seals with A256GCM.
 * @param purpose what is sealed; each purpose has a key of its own, derived from the server's
 */
export function createSecretBox(secretKey: string, purpose: string): SecretBox {
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', purpose, KEY_BYTES));
  return {
    seal: (text) =>
      new CompactEncrypt(new TextEncoder().encode(text))
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
