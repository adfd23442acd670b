import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { generateKeys, openKeys } from './keys.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parqueo-keys-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('keys are generated once, readable by their owner only, and stay the same', async () => {
  const first = await openKeys(readConfig({}, '/'), folder);
  expect(await openKeys(readConfig({}, '/'), folder)).toEqual(first);
  expect((await stat(join(folder, 'keys.json'))).mode & 0o777).toBe(0o600);
  expect([first.publishableKey.slice(0, 15), first.secretKey.slice(0, 10)]).toEqual(['sb_publishable_', 'sb_secret_']);
});

test('a key of the operator replaces the stored one', async () => {
  const keys = await openKeys(readConfig({ PUBLISHABLE_KEY: 'the-key-of-the-operator' }, '/'), folder);
  expect(keys.publishableKey).toBe('the-key-of-the-operator');
  expect(await readFile(join(folder, 'keys.json'), 'utf8')).not.toContain('the-key-of-the-operator');
});

test('a mismatched key pair and two keys with one kid are rejected', async () => {
  const [one, other] = await Promise.all([generateKeys(), generateKeys()]);
  const [first] = JSON.parse(one.authSigningKeys).keys;
  const [second] = JSON.parse(other.authSigningKeys).keys;
  for (const keys of [[{ ...first, d: second.d }], [first, { ...second, kid: first.kid }]]) {
    const config = readConfig({ AUTH_SIGNING_KEYS: JSON.stringify({ keys }) }, '/');
    await expect(openKeys(config, folder)).rejects.toThrow(/^AUTH_SIGNING_KEYS takes/);
  }
});

test('a damaged key file is reported and not replaced', async () => {
  const file = join(folder, 'keys.json');
  await writeFile(file, '');
  await expect(openKeys(readConfig({}, '/'), folder)).rejects.toThrow(`${file} is damaged`);
  expect(await readFile(file, 'utf8')).toBe('');
});

test('keys that cannot be read or written are reported by the name of their file', async () => {
  const file = join(folder, 'keys.json');
  await mkdir(`${file}.new`);
  await expect(openKeys(readConfig({}, '/'), folder)).rejects.toThrow(
    `DATA_DIR takes no keys: ${file} cannot be written (it is a folder, EISDIR)`,
  );
  await mkdir(file);
  await expect(openKeys(readConfig({}, '/'), folder)).rejects.toThrow(
    `${file} cannot be read (it is a folder, EISDIR)`,
  );
});

test.each(['no json', '{"keys": []}', '{"keys": [{"kty": "RSA"}]}'])(
  'AUTH_SIGNING_KEYS=%s is rejected by name',
  async (text) => {
    const { publishableKey, secretKey } = await generateKeys();
    const config = readConfig({ AUTH_SIGNING_KEYS: text, PUBLISHABLE_KEY: publishableKey, SECRET_KEY: secretKey }, '/');
    await expect(openKeys(config, folder)).rejects.toThrow(/^AUTH_SIGNING_KEYS takes/);
  },
);
