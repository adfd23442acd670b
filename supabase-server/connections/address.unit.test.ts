import { expect, test } from 'vitest';
import { createConnectionConfig, isEncryptionOptional, splitHosts } from './address.ts';

const LIMITS = { settings: { statement_timeout: 10_000, lock_timeout: 3000 } };
const CALLER = { fixedSettings: { role: 'anon', search_path: 'public, extensions' } };

test('an address says where a connection leads, and the settings of its sessions', () => {
  const url = 'postgres://own%40er:p%20w@db.example:6000/parking?sslmode=require&lock_timeout=3s&connect_timeout=5';
  expect(createConnectionConfig(url, LIMITS)).toEqual({
    host: 'db.example',
    port: 6000,
    user: 'own@er',
    password: 'p w',
    database: 'parking',
    ssl: { rejectUnauthorized: false },
    application_name: 'supabase-server',
    options: '-c statement_timeout=10000 -c lock_timeout=3000 -c lock_timeout=3s',
  });
});

test('an address cannot choose the rights of a caller’s connection', () => {
  const { options } = createConnectionConfig(
    'postgres://owner@db.example/parking?role=owner&options=-c%20role%3Downer',
    CALLER,
  );
  expect(options).toBe('-c role=owner -c role=anon -c search_path=public,\\ extensions');
});

test.each([
  ['postgres:///parking?host=/var/run/postgresql', { host: '/var/run/postgresql', port: undefined }],
  ['postgres://owner@%2Fvar%2Frun%2Fpostgresql/parking', { host: '/var/run/postgresql' }],
  ['postgres://owner@[2001:db8::1]:6000/parking', { host: '2001:db8::1', port: 6000 }],
  ['postgres://db.example', { host: 'db.example', database: undefined, user: undefined }],
])('%s leads to a folder with a socket, or to a host of any kind', (address, expected) => {
  expect(createConnectionConfig(address)).toMatchObject(expected);
});

test.each([
  ['', false],
  ['?sslmode=disable', false],
  ['?sslmode=require', { rejectUnauthorized: false }],
  ['?sslmode=verify-ca', { rejectUnauthorized: true }],
  ['?sslmode=verify-full', { rejectUnauthorized: true }],
  ['?ssl=true', { rejectUnauthorized: true }],
  ['?sslrootcert=system', { rejectUnauthorized: true }],
])('an address that ends with “%s” has its encryption, and the certificate is verified or not', (end, ssl) => {
  expect(createConnectionConfig(`postgres://owner@db.example/parking${end}`).ssl).toEqual(ssl);
});

test.each([
  [
    'postgres://own%40er:a,b@one:5432,two,10.0.0.3:6000/parking?sslmode=require',
    ['one:5432', 'two', '10.0.0.3:6000'].map((host) => `postgres://own%40er:a,b@${host}/parking?sslmode=require`),
  ],
  ['postgresql://one,two', ['postgresql://one', 'postgresql://two']],
  ['postgres://owner:a,b@one:5432/parking', ['postgres://owner:a,b@one:5432/parking']],
  ['postgres://one/parking?options=-c%20path=a,b', ['postgres://one/parking?options=-c%20path=a,b']],
  ['postgres:///parking', ['postgres:///parking']],
])('%s is one address for each host, with everything else in it', (address, expected) => {
  expect(splitHosts(address)).toEqual(expected);
});

test.each([
  ['postgres://owner@db.example/parking?sslmode=prefer', true],
  ['postgres://owner@one,two:6000/parking?ssl=allow', true],
  ['postgres://owner@one,two:6000/parking?sslmode=require', false],
  ['postgres://owner@[2001:db8::1]:6000/parking?sslmode=verify-full', false],
  ['postgres://owner@db.example/parking', false],
])('whether the encryption of %s is optional, which is rejected: %s', (address, isOptional) => {
  expect(isEncryptionOptional(address)).toBe(isOptional);
});
