import postgres from 'postgres';
import { expect, test } from 'vitest';
import { connectionOf } from './caller-pool.ts';

// No connection is made: the driver reads its address when it is created.
const connectionTo = (url: string | object, isEncrypted = true) => {
  const { options } = typeof url === 'string' ? postgres(url) : postgres(url);
  return connectionOf(options, isEncrypted);
};

test('an address is read as the other pool reads it, and begins with a visitor’s rights', () => {
  const target = connectionTo('postgres://own%40er:p%20w@db.example:6000/parking?sslmode=require&lock_timeout=3s');
  expect(target).toMatchObject({
    host: 'db.example',
    port: 6000,
    user: 'own@er',
    password: 'p w',
    database: 'parking',
    ssl: { rejectUnauthorized: false },
  });
  expect(target.options).toBe(
    '-c lock_timeout=3s -c role=anon -c search_path=public,\\ extensions -c statement_timeout=10s',
  );
});

test('an address cannot choose the rights that a connection begins with', () => {
  const { options } = connectionTo('postgres://owner@db.example/parking?role=owner&options=-c%20role%3Downer');
  expect(options?.split(' -c ').findLast((one) => one.includes('role='))).toBe('role=anon');
});

test('a socket in a folder with a comma is found', () => {
  const { host, port } = connectionTo({ path: '/srv/a,b/.s.PGSQL.5433', database: 'parking' });
  expect([host, port]).toEqual(['/srv/a,b', 5433]);
});

test('a server that does not take TLS is spoken to without where that is allowed', () => {
  expect(connectionTo('postgres://owner@db.example/parking?sslmode=prefer', false).ssl).toBe(false);
  expect(connectionTo('postgres://owner@db.example/parking?sslmode=verify-full').ssl).toBe(true);
  expect(connectionTo('postgres://owner@db.example/parking').ssl).toBe(false);
});
