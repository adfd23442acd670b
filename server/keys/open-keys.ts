import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type Config, ConfigError } from '../config.ts';
import { generateKeys, type KeyTexts } from './generate-keys.ts';

const coordinate = z.string().regex(/^[\w-]{43}$/);
const signingKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
  d: coordinate,
  kid: z.string().min(1),
});
const signingKeySet = z.object({ keys: z.tuple([signingKey], signingKey) });

/** A private ES256 key as a JWK. */
export type SigningKey = z.infer<typeof signingKey>;

/** The server's secrets: the first signing key signs access tokens, all of them verify. */
export type Keys = {
  signingKeys: readonly [SigningKey, ...SigningKey[]];
  publishableKey: string;
  secretKey: string;
};

const storedKeys = z.object({ authSigningKeys: z.string(), publishableKey: z.string(), secretKey: z.string() });

function parseSigningKeys(text: string): Keys['signingKeys'] {
  const problem = 'AUTH_SIGNING_KEYS takes a JWK set of ES256 private keys with kid; "npm run keys" makes one';
  try {
    return signingKeySet.parse(JSON.parse(text)).keys;
  } catch (cause) {
    throw new ConfigError(problem, { cause });
  }
}

/** The keys kept beside an embedded database, made at the first start; readable by their owner only. */
async function keptKeys(dataDir: string): Promise<KeyTexts> {
  const file = join(dataDir, 'keys.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text !== null) return storedKeys.parse(JSON.parse(text));
  const fresh = await generateKeys();
  // Whole or not at all, so that a crash leaves no half of a key.
  await writeFile(`${file}.new`, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return fresh;
}

/**
 * The server's keys: from the variables, else generated once into the data folder.
 * @throws ConfigError when AUTH_SIGNING_KEYS is no JWK set of ES256 private keys
 */
export async function openKeys(config: Config, dataDir: string): Promise<Keys> {
  const { authSigningKeys, publishableKey, secretKey } = config;
  const complete = authSigningKeys !== undefined && publishableKey !== undefined && secretKey !== undefined;
  const kept = complete || config.databaseUrl !== undefined ? null : await keptKeys(dataDir);
  return {
    signingKeys: parseSigningKeys(authSigningKeys ?? kept?.authSigningKeys ?? ''),
    publishableKey: publishableKey ?? kept?.publishableKey ?? '',
    secretKey: secretKey ?? kept?.secretKey ?? '',
  };
}
