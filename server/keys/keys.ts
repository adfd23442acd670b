import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import webPush from 'web-push';
import * as z from 'zod';
import { readErrorCode } from '../../supabase-server/error-code.ts';
import type { Keys as SignInKeys } from '../../supabase-server/host.ts';
import { type Config, readConfig } from '../config/config.ts';
import { describeFileError, OperatorError } from '../config/operator-error.ts';

/** The secrets of a server as the environment variables hold them. */
export const storedKeysSchema = z.object({
  authSigningKeys: z.string(),
  publishableKey: z.string(),
  secretKey: z.string(),
  /** Without it there are no push notifications. */
  pushKey: z.string().optional(),
});
export type KeyTexts = z.infer<typeof storedKeysSchema>;

const RANDOM_BYTES = 24;

async function generateSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256', use: 'sig' };
}

/** A private key that identifies the server to push services (RFC 8292). */
export const generatePushKey = (): string => webPush.generateVAPIDKeys().privateKey;

/** One signing key, the publishable key for browsers, the secret key and the key for push services. */
export async function generateKeys(): Promise<KeyTexts> {
  return {
    authSigningKeys: JSON.stringify({ keys: [await generateSigningKey()] }),
    publishableKey: `sb_publishable_${randomBytes(RANDOM_BYTES).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(RANDOM_BYTES).toString('base64url')}`,
    pushKey: generatePushKey(),
  };
}

const coordinate = z.string().regex(/^[\w-]{43}$/);
const signingKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
  d: coordinate,
  kid: z.string().min(1),
});
const signingKeySet = z.object({
  keys: z
    .tuple([signingKey], signingKey)
    .refine((keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length, 'two keys have one kid'),
});

export type Keys = SignInKeys & {
  /** The private key for push services; without one there are no push notifications. */
  pushKey?: string;
};

/**
 * The key in the links that a start prints, to the page that makes the first administrator and to the mailbox. It is derived, so
 * that every server of an installation has the same one, and none stores it.
 */
export function deriveOperatorKey({ secretKey }: Pick<Keys, 'secretKey'>): string {
  return createHmac('sha256', secretKey).update('first administrator and mailbox').digest('base64url');
}

/** In the data folder. */
export const KEYS_FILE = 'keys.json';

/** @throws when the private and the public key do not match */
async function requireMatchingPair(key: Keys['signingKeys'][0]): Promise<void> {
  const { d: _private, ...publicKey } = key;
  const token = await new SignJWT().setProtectedHeader({ alg: 'ES256' }).sign(await importJWK(key, 'ES256'));
  await jwtVerify(token, await importJWK(publicKey, 'ES256'));
}

async function parseSigningKeys(text: string): Promise<Keys['signingKeys']> {
  try {
    const { keys } = signingKeySet.parse(JSON.parse(text));
    await Promise.all(keys.map(requireMatchingPair));
    return keys;
  } catch (cause) {
    throw new OperatorError(
      'AUTH_SIGNING_KEYS takes a JWK set of ES256 private keys, each with a kid of its own; "npm run keys" makes one',
      { cause },
    );
  }
}

/** The text of a file; null when there is no such file. */
export function readTextIfExists(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (readErrorCode(error) === 'ENOENT') return null;
    throw error;
  });
}

/** Reads the keys of a data folder; null when it has none. */
export async function readStoredKeys(dataDir: string): Promise<KeyTexts | null> {
  const file = join(dataDir, KEYS_FILE);
  const text = await readTextIfExists(file).catch((cause: unknown) => {
    throw new OperatorError(`${file} cannot be read (${describeFileError(cause)}); it holds the keys of DATA_DIR`, {
      cause,
    });
  });
  if (text === null) return null;
  try {
    const keys = storedKeysSchema.parse(JSON.parse(text));
    await parseSigningKeys(keys.authSigningKeys);
    return keys;
  } catch (cause) {
    throw new OperatorError(`${file} is damaged; put your copy back, or remove it, which logs everybody out`, {
      cause,
    });
  }
}

/** The keys of an embedded database, generated at the first start; readable by their owner only. */
async function loadOrCreateKeys(dataDir: string): Promise<KeyTexts> {
  const stored = await readStoredKeys(dataDir);
  if (stored?.pushKey !== undefined) return stored;
  const file = join(dataDir, KEYS_FILE);
  const fresh = { ...(await generateKeys()), ...stored };
  try {
    // Renamed when complete, so that a crash leaves no incomplete file.
    await writeFile(`${file}.new`, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600, flush: true });
    await rename(`${file}.new`, file);
  } catch (cause) {
    throw new OperatorError(`DATA_DIR takes no keys: ${file} cannot be written (${describeFileError(cause)})`, {
      cause,
    });
  }
  return fresh;
}

/** Whether the server has keys in its data folder: those of an embedded database that the variables do not all name. */
export const storesKeys = ({ databaseUrl, authSigningKeys, publishableKeys, secretKey }: Config): boolean =>
  databaseUrl === undefined && [authSigningKeys, publishableKeys, secretKey].includes(undefined);

/** The server's keys: from the variables, else generated once into the data folder. */
export async function openKeys(config: Config, dataDir: string): Promise<Keys> {
  const { authSigningKeys, secretKey } = config;
  const stored = storesKeys(config) ? await loadOrCreateKeys(dataDir) : null;
  const pushKey = config.pushKey ?? stored?.pushKey;
  const publishableKeys = config.publishableKeys ?? [stored?.publishableKey ?? ''];
  return {
    signingKeys: await parseSigningKeys(authSigningKeys ?? stored?.authSigningKeys ?? ''),
    publishableKey: publishableKeys[0] ?? '',
    publishableKeys,
    secretKey: secretKey ?? stored?.secretKey ?? '',
    ...(pushKey === undefined ? {} : { pushKey }),
  };
}

const STEPS = {
  /** Servers accept the new key before any of them uses it. */
  add: <T>(keys: readonly T[], fresh: T) => [...keys.slice(0, 1), fresh, ...keys.slice(1)],
  /** The second key now signs; the key that signed before is still accepted. */
  switch: <T>(keys: readonly T[]) => [...keys.slice(1, 2), ...keys.slice(0, 1), ...keys.slice(2)],
  /** Only the key that is used is accepted. */
  remove: <T>(keys: readonly T[]) => keys.slice(0, 1),
} as const;

/** The steps in which a key replaces another one while several servers run. */
export type KeyStep = keyof typeof STEPS;
export const KEY_STEPS = Object.keys(STEPS) as KeyStep[];

type ReplaceableKeys = Pick<KeyTexts, 'authSigningKeys' | 'publishableKey'>;

/** The lists of keys after a step. @param env the variables of the servers */
export async function findNextKeys(step: KeyStep, env: Record<string, string | undefined>): Promise<ReplaceableKeys> {
  const { AUTH_SIGNING_KEYS, PUBLISHABLE_KEY } = env;
  const { authSigningKeys, publishableKeys } = readConfig({ AUTH_SIGNING_KEYS, PUBLISHABLE_KEY }, '/');
  if (authSigningKeys === undefined || publishableKeys === undefined) {
    const missing = authSigningKeys === undefined ? 'AUTH_SIGNING_KEYS' : 'PUBLISHABLE_KEY';
    throw new OperatorError(`${missing} is not set; name the file that sets it: npm run keys -- --${step} file`);
  }
  await parseSigningKeys(authSigningKeys);
  const { keys: signingKeys } = JSON.parse(authSigningKeys) as { keys: unknown[] };
  if (step === 'switch' && Math.min(signingKeys.length, publishableKeys.length) < 2) {
    throw new OperatorError(
      'AUTH_SIGNING_KEYS and PUBLISHABLE_KEY have no second key; "npm run keys -- --add" adds one',
    );
  }
  const fresh = await generateKeys();
  const [freshSigningKey] = (JSON.parse(fresh.authSigningKeys) as { keys: unknown[] }).keys;
  return {
    authSigningKeys: JSON.stringify({ keys: STEPS[step](signingKeys, freshSigningKey) }),
    publishableKey: STEPS[step](publishableKeys, fresh.publishableKey).join(','),
  };
}
