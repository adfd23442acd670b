import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

/** The secrets of a server as the environment variables hold them. */
export type KeyTexts = { authSigningKeys: string; publishableKey: string; secretKey: string };

const RANDOM_BYTES = 24;

async function generateSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256', use: 'sig' };
}

/** One signing key, the publishable key for browsers and the secret key. */
export async function generateKeys(): Promise<KeyTexts> {
  return {
    authSigningKeys: JSON.stringify({ keys: [await generateSigningKey()] }),
    publishableKey: `sb_publishable_${randomBytes(RANDOM_BYTES).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(RANDOM_BYTES).toString('base64url')}`,
  };
}
