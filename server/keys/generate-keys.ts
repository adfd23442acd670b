import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

/** The three secrets of a server, as the variables hold them. */
export type KeyTexts = { authSigningKeys: string; publishableKey: string; secretKey: string };

const RANDOM_BYTES = 24;

/** A fresh ES256 signing key, as a private JWK with a name of its own. */
async function generateSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256', use: 'sig' };
}

/** A fresh set: one signing key, the key every browser gets and the key no browser gets. */
export async function generateKeys(): Promise<KeyTexts> {
  return {
    authSigningKeys: JSON.stringify({ keys: [await generateSigningKey()] }),
    publishableKey: `sb_publishable_${randomBytes(RANDOM_BYTES).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(RANDOM_BYTES).toString('base64url')}`,
  };
}
