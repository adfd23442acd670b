import { beforeAll, expect, test } from 'vitest';
import { generateKeys } from './keys.ts';
import { findNextKeys, type KeyStep } from './next-keys.ts';

let env: Record<string, string>;

beforeAll(async () => {
  const { authSigningKeys, publishableKey } = await generateKeys();
  env = { AUTH_SIGNING_KEYS: authSigningKeys, PUBLISHABLE_KEY: publishableKey };
});

async function take(step: KeyStep, from: Record<string, string>) {
  const { authSigningKeys, publishableKey } = await findNextKeys(step, from);
  return { AUTH_SIGNING_KEYS: authSigningKeys, PUBLISHABLE_KEY: publishableKey };
}
const list = ({ AUTH_SIGNING_KEYS = '', PUBLISHABLE_KEY = '' }: Record<string, string>) => ({
  signing: (JSON.parse(AUTH_SIGNING_KEYS).keys as { kid: string }[]).map(({ kid }) => kid),
  publishable: PUBLISHABLE_KEY.split(','),
});

test('a new key of each kind is added as the second, comes first, and stays alone', async () => {
  const before = list(env);
  const added = await take('add', env);
  const { signing, publishable } = list(added);
  expect([signing.length, publishable.length]).toEqual([2, 2]);
  expect([signing[0], publishable[0]]).toEqual([before.signing[0], before.publishable[0]]);
  const switched = await take('switch', added);
  expect(list(switched)).toEqual({ signing: signing.toReversed(), publishable: publishable.toReversed() });
  expect(list(await take('remove', switched))).toEqual({ signing: [signing[1]], publishable: [publishable[1]] });
});

test('keys cannot change places when there is only one', async () => {
  await expect(findNextKeys('switch', env)).rejects.toThrow(/have no second key; "npm run keys -- --add" adds one$/);
});

test.each(['AUTH_SIGNING_KEYS', 'PUBLISHABLE_KEY'])('variables without %s are rejected by its name', async (name) => {
  await expect(findNextKeys('add', { ...env, [name]: undefined })).rejects.toThrow(new RegExp(`^${name} is not set`));
});

test.each([
  ['AUTH_SIGNING_KEYS', '{"keys": []}'],
  ['PUBLISHABLE_KEY', 'short'],
])('variables with a wrong %s are rejected by its name', async (name, value) => {
  await expect(findNextKeys('add', { ...env, [name]: value })).rejects.toThrow(new RegExp(`^${name} takes `));
});
