import { hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

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
