import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSigningCertificate } from '../../simulators/certificates.ts';
import { readConfig } from '../config/config.ts';
import { readAuthorities } from '../config/read-pem.ts';
import { openKey } from './fiscal-access.ts';

const CERTIFICATE = { DGII_CERTIFICATE: 'c.pem', DGII_CERTIFICATE_KEY: 'k.pem', DGII_ENVIRONMENT: 'testecf' };
const PROVIDER = {
  DGII_PROVIDER_URL: 'https://psfe.example/api',
  DGII_PROVIDER_KEY: 'a-key-of-the-test',
  DGII_ENVIRONMENT: 'testecf',
};
const read = (env: Record<string, string>) => readConfig({ SAMPLES: 'off', ...env }, '/srv/parqueo').fiscal;

test('DGII is simulated on this machine, until a certificate or a provider is set up', () => {
  expect(read({}).simulator).toBe(true);
  expect([CERTIFICATE, PROVIDER].map((env) => read(env).simulator)).toEqual([false, false]);
});

test.each<[env: Record<string, string>, message: string]>([
  [{ ...CERTIFICATE, ...PROVIDER }, 'DGII_PROVIDER_URL takes the place of DGII_CERTIFICATE: set one of them'],
  [{ ...PROVIDER, DGII_PROVIDER_KEY: '' }, 'DGII_PROVIDER_KEY must be set together with DGII_PROVIDER_URL'],
  [{ DGII_ENVIRONMENT: 'ecf' }, 'DGII_CERTIFICATE or DGII_PROVIDER_URL must be set together with DGII_ENVIRONMENT'],
  [{ ...PROVIDER, DGII_PROVIDER_URL: 'http://psfe.example' }, 'DGII_PROVIDER_URL takes an https address'],
  [{ ...PROVIDER, DGII_PROVIDER_KEY: 'short' }, 'DGII_PROVIDER_KEY takes the key that the provider gave you'],
  [{ ...PROVIDER, DGII_ENVIRONMENT: 'ecf', SAMPLES: 'on' }, 'DGII_ENVIRONMENT takes ecf only with SAMPLES=off'],
  [
    { ...PROVIDER, DGII_PROVIDER_URL: 'http://127.0.0.1:9000', DGII_ENVIRONMENT: 'ecf' },
    'DGII_PROVIDER_URL takes no address of this machine with DGII_ENVIRONMENT=ecf',
  ],
  [{ ...PROVIDER, DGII_SIMULATOR: 'on' }, 'DGII_SIMULATOR takes on only without DGII_PROVIDER_URL'],
  [{ DGII_PROVIDER_ADDRESS: 'https://psfe.example' }, 'DGII_PROVIDER_ADDRESS is'],
])('%o is rejected by the name of a variable', (env, message) => {
  expect(() => read(env)).toThrow(message);
});

test('a key of another certificate is rejected by the names of the variables', async () => {
  const { pem, privateKey } = await createSigningCertificate();
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const open = (key: typeof other) => openKey(pem, String(key.export({ type: 'pkcs8', format: 'pem' })));
  expect(open(privateKey).privateKey.asymmetricKeyType).toBe('rsa');
  expect(() => open(other)).toThrow('DGII_CERTIFICATE_KEY');
});

test('authorities are one certificate or more; any other text is rejected by the name of the variable', async () => {
  const { pem } = await createSigningCertificate();
  expect(readAuthorities('FISCAL_AUTHORITIES', `${pem}\n${pem}`)).toContain(pem);
  for (const text of ['-----BEGIN PRIVATE KEY-----', pem.replace(/\n.*\n/, '\nx\n'), '/no/such/file.pem']) {
    expect(() => readAuthorities('FISCAL_AUTHORITIES', text)).toThrow('FISCAL_AUTHORITIES');
  }
});
