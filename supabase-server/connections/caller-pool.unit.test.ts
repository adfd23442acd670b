import postgres from 'postgres';
import { expect, test } from 'vitest';
import { createConnectionConfig } from './caller-pool.ts';

// postgres.js parses an address when it is created, before it connects.
const createConfig = (url: string | object, isEncrypted = true) => {
  const { options } = typeof url === 'string' ? postgres(url) : postgres(url);
  return createConnectionConfig(options, isEncrypted);
};

test('a connection has the address of the other pool, and a visitor’s rights', () => {
  const target = createConfig('postgres://own%40er:p%20w@db.example:6000/parking?sslmode=require&lock_timeout=3s');
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

test('an address cannot choose the rights of a new connection', () => {
  const { options } = createConfig('postgres://owner@db.example/parking?role=owner&options=-c%20role%3Downer');
  expect(options?.split(' -c ').findLast((one) => one.includes('role='))).toBe('role=anon');
});

test('a server without TLS is connected to without it, where the address allows that', () => {
  expect(createConfig('postgres://owner@db.example/parking?sslmode=prefer', false).ssl).toBe(false);
  expect(createConfig('postgres://owner@db.example/parking?sslmode=verify-full').ssl).toBe(true);
  expect(createConfig('postgres://owner@db.example/parking').ssl).toBe(false);
});
