import { readConfig } from '../config/config.ts';
import { OperatorError } from '../config/operator-error.ts';
import { generateKeys, type KeyTexts, parseSigningKeys } from './keys.ts';

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

/**
 * The lists of keys after a step.
 * @param env the variables of the servers
 * @throws OperatorError when there are no keys, or the step needs a second one
 */
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
