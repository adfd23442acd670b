import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

/** The secrets of a server as the environment variables hold them. */
export type KeyTexts = {
  authSigningKeys: string;
  publishableKey: string;
  secretKey: string;
  /** Absent in what earlier versions stored. */
  pushKey?: string | undefined;
};

const RANDOM_BYTES = 24;
const KEY_BYTES = 32;

async function generateSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256', use: 'sig' };
}

/** A private key that identifies the server to push services (RFC 8292). */
export function generatePushKey(): string {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  // Its leading zero bytes belong to it.
  return Buffer.concat([Buffer.alloc(KEY_BYTES), pair.getPrivateKey()])
    .subarray(-KEY_BYTES)
    .toString('base64url');
}

/** One signing key, the publishable key for browsers, the secret key and the key for push services. */
export async function generateKeys(): Promise<KeyTexts> {
  return {
    authSigningKeys: JSON.stringify({ keys: [await generateSigningKey()] }),
    publishableKey: `sb_publishable_${randomBytes(RANDOM_BYTES).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(RANDOM_BYTES).toString('base64url')}`,
    pushKey: generatePushKey(),
  };
}
