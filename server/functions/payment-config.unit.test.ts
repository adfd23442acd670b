import { pino } from 'pino';
import { expect, test } from 'vitest';
import { SIMULATED_PAYPAL } from '../../simulators/payments/merchant.ts';
import { readPaymentSettings } from '../../supabase/functions/payments/settings.ts';
import { createProviderCall } from '../../supabase/functions/shared/http.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { readConfig } from '../config/config.ts';
import { openPaymentAccess } from './payment-access.ts';

const AZUL = {
  AZUL_MERCHANT_ID: '39038540035',
  AZUL_MERCHANT_NAME: 'PARQUEO',
  AZUL_AUTH_KEY: 'a-key-of-the-test-0123456789',
};
const PAYPAL = { PAYPAL_CLIENT_ID: 'client', PAYPAL_CLIENT_SECRET: 'secret-of-the-test' };
const OUTSIDE = {
  DATABASE_URL: 'postgres://parqueo:secret@db/parqueo',
  AUTH_SIGNING_KEYS: '{}',
  PUBLISHABLE_KEY: 'p'.repeat(16),
  SECRET_KEY: 's'.repeat(32),
};

const read = (env: Record<string, string>) => readConfig({ SAMPLES: 'off', ...env }, '/srv/parqueo');
/** The installation's currency is all that is read. */
const sql = (() => Promise.resolve([{ currency: 'DOP' }])) as unknown as Sql;
const open = (env: Record<string, string>) =>
  openPaymentAccess({ config: read(env), sql, log: pino({ level: 'silent' }) });

test('providers are simulated on this machine, until real ones are set up', () => {
  expect(read({}).payments.simulator).toBe(true);
  expect(read({ PAYMENT_SIMULATOR: 'off' }).payments.simulator).toBe(false);
  expect(read(PAYPAL).payments.simulator).toBe(false);
  expect(read(AZUL).payments.simulator).toBe(false);
  expect(read({ HOST: '0.0.0.0' }).payments.simulator).toBe(false);
  expect(read({ PUBLIC_URL: 'https://parqueo.example' }).payments.simulator).toBe(false);
  expect(read(OUTSIDE).payments.simulator).toBe(false);
  expect(read({ ...OUTSIDE, PAYMENT_SIMULATOR: 'on' }).payments.simulator).toBe(true);
});

test('with sample data nothing is charged and nothing simulated', async () => {
  expect(read({ SAMPLES: 'on' }).payments.simulator).toBe(false);
  expect(read({ SAMPLES: 'on', PAYMENT_SIMULATOR: 'on' }).payments.simulator).toBe(false);
  expect(await open({ SAMPLES: 'on', ...AZUL, ...PAYPAL })).toMatchObject({ providers: {}, formOrigins: [] });
});

test.each<[env: Record<string, string>, message: string]>([
  [{ AZUL_MERCHANT_ID: '1' }, 'AZUL_MERCHANT_NAME must be set together with AZUL_MERCHANT_ID'],
  [{ ...AZUL, AZUL_AUTH1: 'first-word' }, 'AZUL_AUTH2 must be set together with AZUL_AUTH1'],
  [{ ...AZUL, AZUL_CERTIFICATE: 'a.pem' }, 'AZUL_CERTIFICATE_KEY must be set together with AZUL_CERTIFICATE'],
  [{ PAYPAL_CLIENT_ID: 'id' }, 'PAYPAL_CLIENT_SECRET must be set together with PAYPAL_CLIENT_ID'],
  [
    { PAYMENT_SIMULATOR: 'on', HOST: '0.0.0.0' },
    'PAYMENT_SIMULATOR takes on only when HOST and PUBLIC_URL are of this machine',
  ],
  [
    { PAYMENT_SIMULATOR: 'on', PUBLIC_URL: 'https://parqueo.example' },
    'PAYMENT_SIMULATOR takes on only when HOST and PUBLIC_URL are of this machine',
  ],
  [{ PAYMENT_SIMULATOR: 'on', ...PAYPAL }, 'PAYMENT_SIMULATOR takes on only without PAYPAL_CLIENT_ID'],
  [
    { ...AZUL, AZUL_PAGE_URL: 'http://127.0.0.1:9000/PaymentPage/', PUBLIC_URL: 'https://parqueo.example' },
    'AZUL_PAGE_URL takes an address of this machine only when HOST and PUBLIC_URL are too',
  ],
  [
    { ...PAYPAL, PAYPAL_URL: 'https://localhost:9000', HOST: '0.0.0.0' },
    'PAYPAL_URL takes an address of this machine only when HOST and PUBLIC_URL are too',
  ],
  [
    { ...PAYPAL, PAYPAL_CLIENT_SECRET: SIMULATED_PAYPAL.clientSecret, HOST: '0.0.0.0' },
    'PAYPAL_CLIENT_SECRET does not take the secret of the simulator',
  ],
  [
    { ...AZUL, AZUL_ENVIRONMENT: 'test', PUBLIC_URL: 'https://parqueo.example' },
    'AZUL_ENVIRONMENT takes test only with TEST_PAYMENTS=on where others reach the server: wallets fill without money',
  ],
  [
    { ...PAYPAL, PAYPAL_ENVIRONMENT: 'sandbox', HOST: '0.0.0.0' },
    'PAYPAL_ENVIRONMENT takes sandbox only with TEST_PAYMENTS=on where others reach the server',
  ],
])('the server does not start with %j, and says why', (env, message) => {
  expect(() => read(env)).toThrow(message);
});

test.each<Record<string, string>>([
  { TEST_PAYMENTS: 'on', PUBLIC_URL: 'https://parqueo.example' },
  { SAMPLES: 'on', PUBLIC_URL: 'https://parqueo.example' },
  {},
])('test cards fill wallets on this machine, without charges, and where the operator says so: %j', (env) => {
  const test = { ...AZUL, ...PAYPAL, AZUL_ENVIRONMENT: 'test', PAYPAL_ENVIRONMENT: 'sandbox' };
  expect(() => read({ ...test, ...env })).not.toThrow();
});

test.each([true, false])(
  'the start warns when wallets are filled by hand and drivers are charged: %s',
  async (isCharging) => {
    const written: string[] = [];
    const log = pino({}, { write: (line: string) => void written.push(line) });
    const sql = (() => Promise.resolve([{ isCharging }])) as unknown as Sql;
    expect((await openPaymentAccess({ config: read({ PAYMENT_SIMULATOR: 'off' }), sql, log })).providers).toEqual({});
    expect(written.filter((line) => line.includes('neither AZUL nor PayPal is set up'))).toHaveLength(
      isCharging ? 1 : 0,
    );
  },
);

test('each environment of a provider has its own addresses, and another address replaces them', async () => {
  const findPage = async (env: Record<string, string>) =>
    (await open({ ...AZUL, ...env })).providers.azul?.settings.pageUrl;
  expect(await findPage({ AZUL_ENVIRONMENT: 'test' })).toBe('https://pruebas.azul.com.do/PaymentPage/');
  const own = 'http://127.0.0.1:9000/PaymentPage/';
  expect(await findPage({ AZUL_PAGE_URL: own })).toBe(own);
  expect((await open(AZUL)).formOrigins).toEqual(['https://pagos.azul.com.do']);
  expect((await open(PAYPAL)).providers.paypal?.url).toBe('https://api-m.paypal.com');
});

test('AZUL’s webservice is used with both of its words, and PayPal’s webhooks with their id', async () => {
  const azul = { ...AZUL, AZUL_AUTH1: 'first-word', AZUL_AUTH2: 'second-word' };
  expect((await open(AZUL)).providers.azul?.webservice).toBeUndefined();
  expect((await open(azul)).providers.azul?.webservice?.canSearch).toBe(true);
  expect((await open({ ...azul, AZUL_SEARCH: 'off' })).providers.azul?.webservice?.canSearch).toBe(false);
  expect((await open(PAYPAL)).providers.paypal?.verifyWebhook).toBeUndefined();
  expect((await open({ ...PAYPAL, PAYPAL_WEBHOOK_ID: 'WH-1' })).providers.paypal?.verifyWebhook).toBeTypeOf('function');
});

test('a certificate that cannot be read, or is none, stops the start with its variable', async () => {
  const env = { ...AZUL, AZUL_AUTH1: 'first-word', AZUL_AUTH2: 'second-word' };
  const missing = { AZUL_CERTIFICATE: '/nowhere/cert.pem', AZUL_CERTIFICATE_KEY: '/nowhere/key.pem' };
  await expect(open({ ...env, ...missing })).rejects.toThrow('AZUL_CERTIFICATE names a file that cannot be read');
  const text = '-----BEGIN CERTIFICATE-----\\nno\\n-----END CERTIFICATE-----';
  await expect(open({ ...env, AZUL_CERTIFICATE: text, AZUL_CERTIFICATE_KEY: text })).rejects.toThrow(
    'AZUL_CERTIFICATE and AZUL_CERTIFICATE_KEY are no certificate and its key',
  );
});

test('the function on Supabase reads the same variables, and says which one is wrong', () => {
  const call = createProviderCall(fetch);
  const readFunction = (env: Record<string, string>) =>
    readPaymentSettings((name) => env[name], { plain: call, withCertificate: () => call });
  expect(readFunction({ ...AZUL, ...PAYPAL })).toMatchObject({
    azul: { merchantId: '39038540035', currency: 'DOP' },
    paypal: { clientId: 'client' },
  });
  expect(() => readFunction({ AZUL_MERCHANT_ID: '1' })).toThrow('AZUL_MERCHANT_NAME must be set together with');
  expect(() => readFunction({ AZUL_CURRENCY: 'EUR' })).toThrow('AZUL_CURRENCY takes DOP or USD');
});
