import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openKeys } from '../keys/keys.ts';
import { isPublic, readConfig } from './config.ts';
import { OperatorError } from './operator-error.ts';
import { VARIABLE_NAMES } from './variables.ts';

/** Keys that are needed with an outside database. */
const KEYS = { AUTH_SIGNING_KEYS: '{}', PUBLISHABLE_KEY: 'p'.repeat(16), SECRET_KEY: 's'.repeat(32) };
const read = (env: Record<string, string>) => readConfig(env, '/srv/parqueo');

test('without variables the server listens on this machine and keeps its data beside itself', () => {
  expect(read({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: 'http://127.0.0.1:8080',
    dataDir: '/srv/parqueo/data',
    dataDirIsSet: false,
    databaseConnections: 12,
    seed: 'demo',
    samples: true,
    rateLimit: true,
    lockVendor: { name: 'Kavass' },
  });
});

test.each([
  ['PORT', 'eighty'],
  ['PUBLIC_URL', 'https://parqueo.example/app'],
  ['PUBLIC_URL', 'ftp://parqueo.example'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'postgres://one:5432,two:many/x'],
  ['DATABASE_URL', 'postgres://user@one,user@two/x'],
  ['DATABASE_CONNECTIONS', '7'],
  ['PUBLISHABLE_KEY', 'a-key-that-is-long-enough,short'],
  ['SECRET_KEY', 'short'],
  ['SMTP_URL', 'http://mail'],
  ['MAIL_FROM', 'Parqueo <no-reply>'],
  ['MAIL_FROM', 'Parqueo <no-reply@parqueo.example>, Other <other@parqueo.example>'],
  ['MAIL_FROM', 'a@parqueo.example\r\nBcc: b@parqueo.example'],
  ['MAP_STYLE_URL', 'style.json'],
  ['LOCK_VENDOR_URL', 'https://user:password@locks.example'],
  ['LOCK_VENDOR_SECRET', 'short'],
  ['SUPPORT_PHONE', '809 555 0100'],
  ['SUPPORT_WHATSAPP', 'https://wa.me/18095550100'],
  ['ADMIN_EMAIL', 'nobody'],
  ['ADMIN_PASSWORD', 'short'],
  ['ADMIN_PASSWORD', 'change-me-too'],
  ['DATABASE_URL', 'postgres://parqueo:change-me@db1:5432,db2:5432/parqueo'],
  ['AZUL_MERCHANT_ID', 'shop'],
  ['AZUL_MERCHANT_NAME', 'Parqueo Núñez'],
  ['AZUL_AUTH_KEY', 'short'],
  ['AZUL_PAGE_URL', 'http://pagos.example/PaymentPage/'],
  ['GOOGLE_CLIENT_ID', 'web,,ios'],
  ['APPLE_PRIVATE_KEY', 'AuthKey_ABC.p8'],
  ['SAMPLES', 'some'],
  ['METRICS_TOKEN', 'short'],
  ['METRICS_TOKEN', 'with spaces in it, long'],
  ['TRUSTED_PROXIES', 'the balancer'],
  ['TRUSTED_PROXIES', '10.0.0.0/40'],
])('%s=%s is refused by the name of the variable', (name, value) => {
  const attempt = () => read({ [name]: value });
  expect(attempt).toThrow(OperatorError);
  expect(attempt).toThrow(new RegExp(`^${name} takes `));
});

test.each([
  [{ ADMIN_EMAIL: 'ada@parqueo.test' }, 'ADMIN_PASSWORD must be set together with ADMIN_EMAIL'],
  [{ DATABASE_READ_URL: 'postgres://h/d' }, 'DATABASE_URL must be set together with DATABASE_READ_URL'],
  [{ GOOGLE_MAPS_MAP_ID: 'a-map' }, 'GOOGLE_MAPS_API_KEY must be set together with GOOGLE_MAPS_MAP_ID'],
  [{ LOCK_VENDOR_URL: 'https://locks.example' }, 'LOCK_VENDOR_APP_ID must be set together with LOCK_VENDOR_URL'],
  [{ APPLE_CLIENT_ID: 'id', APPLE_TEAM_ID: 't' }, 'APPLE_KEY_ID must be set together with APPLE_CLIENT_ID'],
  [{ DATABASE_URL: 'postgres://h/d' }, 'AUTH_SIGNING_KEYS is required with DATABASE_URL; "npm run keys" makes one'],
  [
    { SECRET_KEY: 's'.repeat(32), PUBLISHABLE_KEY: `${'p'.repeat(16)}, ${'s'.repeat(32)}` },
    'PUBLISHABLE_KEY takes keys that browsers may have, not SECRET_KEY',
  ],
  [{ HOST: '0.0.0.0', RATE_LIMIT: 'off' }, 'RATE_LIMIT takes off only when HOST is a loopback address'],
])('variables that contradict each other are refused: %o', (env, message) => {
  expect(() => read(env)).toThrow(message);
});

test.each(['no-reply@parqueo.example', 'Parqueo <a@localhost>', '"Parqueo, the app" <a@b.example>', 'Ñandú <a@b.do>'])(
  'MAIL_FROM takes %s',
  (sender) => expect(read({ MAIL_FROM: sender }).mailFrom).toBe(sender),
);

test.each([
  ['LOCK_VENDER_URL', 'LOCK_VENDER_URL is no variable of Parqueo; did you mean LOCK_VENDOR_URL?'],
  ['PUBLIC_ULR', 'PUBLIC_ULR is no variable of Parqueo; did you mean PUBLIC_URL?'],
  ['SMPT_URL', 'SMPT_URL is no variable of Parqueo; did you mean SMTP_URL?'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXY is no variable of Parqueo; docs/settings.md has all of them'],
  ['PAYPAL_SECRET', 'PAYPAL_SECRET is no variable of Parqueo; docs/settings.md has all of them'],
])('%s is rejected with the variable that was meant, and without its value', (name, message) => {
  expect(() => read({ [name]: 's3cret' })).toThrow(new OperatorError(message));
  expect(read({ [name]: '' })).toEqual(read({}));
});

test('variables of other programs are left alone', () => {
  const names = [
    'GOOGLE_APPLICATION_CREDENTIALS',
    'SMTP_HOST',
    'SMTP_USER',
    'HTTP_URL',
    'SSH_KEY',
    'SECRET_KEY_BASE',
    'MAIL',
    'HOSTNAME',
    'POST',
    'DATADIR',
    'XDG_DATA_DIRS',
    'PGDATABASE',
    'DATABASE_HOST',
    'PARQUEO_DATABASE_PASSWORD',
    'DATABASE_NAME',
    'DATABASE_USER',
    'DATABASE_PASSWORD',
    'DATABASE_PORT',
    'DATABASE_SSL',
    'DATABASE_PUBLIC_URL',
    'DATABASE_PRIVATE_URL',
    'DATABASE_URL_UNPOOLED',
    'SITE_URL',
    'BASE_URL',
    'AUTH_KEY',
    'SMTP_PORT',
    'MAIL_HOST',
    'PAYPAL_SERVICE_HOST',
    'AZUL_PORT',
    'AZUL_PORT_80_TCP_ADDR',
    'ROUTER_PORT',
    'NODE_ENV',
    'INVOCATION_ID',
  ];
  expect(read(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual(read({}));
});

test('an outside database is not seeded unless that is asked for', () => {
  const env = { ...KEYS, DATABASE_URL: 'postgres://h/d' };
  expect(read(env).seed).toBe('none');
  expect(read({ ...env, SEED: 'demo' }).seed).toBe('demo');
});

test.each(['DATABASE_URL', 'DATABASE_READ_URL'])('%s leaves its encryption to nobody on the way', (name) => {
  expect(() => read({ [name]: 'postgres://u@db.example/d?sslmode=prefer' })).toThrow(
    new OperatorError(`${name} takes sslmode=verify-full, require or disable`),
  );
});

test('sample data is shown with the embedded database only, unless the operator says otherwise', () => {
  const env = { ...KEYS, DATABASE_URL: 'postgres://h/d' };
  expect(read({ SAMPLES: 'off' }).samples).toBe(false);
  expect(read(env).samples).toBe(false);
  expect(read({ ...env, SAMPLES: 'on' }).samples).toBe(true);
});

test('a provider is set up by its credentials alone, with the client ids of apps after the one of the product', () => {
  expect(read({}).providers).toEqual({});
  expect(read({ GOOGLE_CLIENT_ID: 'web, ios,android', GOOGLE_CLIENT_SECRET: 'secret' }).providers).toEqual({
    google: {
      clientId: 'web',
      appClientIds: ['ios', 'android'],
      clientSecret: 'secret',
      issuer: 'https://accounts.google.com',
    },
  });
});

test('the key of Apple may be written in one line', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const env = { APPLE_CLIENT_ID: 'id', APPLE_TEAM_ID: 'team', APPLE_KEY_ID: 'key' };
  for (const text of [pem, pem.replaceAll('\n', '\\n')]) {
    expect(read({ ...env, APPLE_PRIVATE_KEY: text }).providers.apple?.privateKey).toBe(pem);
  }
});

test('the hosted service asks for the same confirmations as this server does by default', async () => {
  const hosted = await readFile(new URL('../../supabase/config.toml', import.meta.url), 'utf8');
  const { auth } = read({});
  expect(hosted).toContain(`double_confirm_changes = ${auth.doubleConfirmChanges}`);
  expect(hosted).toContain(`secure_password_change = ${auth.securePasswordChange}`);
  expect(hosted).toContain(`enable_manual_linking = ${auth.manualLinking}`);
});

test.each([
  [{}, false],
  [{ PUBLIC_URL: 'http://localhost:3000' }, false],
  [{ HOST: '::1' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://192.168.1.5:8080' }, true],
  [{ PUBLIC_URL: 'http://parqueo.example' }, true],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://parqueo.example' }, true],
])('whether the server is for others than this machine: with %j it is %j', (env, expected) => {
  expect(isPublic(read(env))).toBe(expected);
});

/** Values that hold a secret and are wrong for one variable or another. */
const SECRET = 's3cretPart';
const WRONG_VALUES = [
  SECRET,
  `${SECRET} with spaces and "quotes"`,
  `{"keys":["${SECRET}"`,
  `-----BEGIN PRIVATE KEY-----\n${SECRET}\n-----END PRIVATE KEY-----`,
  ...['postgres', 'smtp', 'https', 'ftp'].flatMap((scheme) => [
    ...['#', '/', '?', '@', '%', '\\'].map((odd) => `${scheme}://user:${SECRET}${odd}${SECRET}@host/path`),
    `${scheme}://user:12#${SECRET}@host/path`,
    `${scheme}://user:${SECRET}@host:${SECRET}/path`,
    `${scheme}://user:${SECRET}@host/path?a=b`,
  ]),
];

test('the messages about wrong variables never hold a part of their values', async () => {
  expect(VARIABLE_NAMES).toEqual(expect.arrayContaining(['DATABASE_URL', 'SMTP_URL', 'LOCK_VENDOR_SECRET']));
  const messages: string[] = [];
  for (const name of VARIABLE_NAMES) {
    for (const value of WRONG_VALUES) {
      try {
        await openKeys(
          read({ [name]: value, PUBLISHABLE_KEY: KEYS.PUBLISHABLE_KEY, SECRET_KEY: KEYS.SECRET_KEY }),
          '/nowhere',
        );
      } catch (error) {
        // Without keys the server would look for its file of them, which is not there.
        if (error instanceof OperatorError) messages.push(error.message);
      }
    }
  }
  expect(messages.length).toBeGreaterThan(300);
  for (const message of messages) expect(message).not.toContain(SECRET);
});

test.each([
  ['DATABASE_URL', 'postgres'],
  ['SMTP_URL', 'smtp'],
])('an unescaped character in the password of %s is refused', (name, scheme) => {
  for (const password of ['a#b', 'a/b', 'a?b', 'a@b', 'a%b', '12#b', '12/b', '12?b']) {
    expect(() => read({ [name]: `${scheme}://user:${password}@host/path` })).toThrow(new RegExp(`^${name} takes `));
  }
  const set = read({ ...KEYS, [name]: `${scheme}://user:a%23b%40@host:5432` });
  expect(set.databaseUrl ?? set.smtpUrl).toBe(`${scheme}://user:a%23b%40@host:5432`);
});
