import { expect, test } from 'vitest';
import { explainUnsupportedHost } from '../database-address.ts';

test.each([
  'postgres://own%40er:p%5Bw@db.example:6000/parking?sslmode=verify-full',
  'postgres://owner@one,two:6000/parking?sslmode=verify-full',
  'postgres://owner@10.0.0.3,10.0.0.4:6000/parking?sslmode=require',
  'postgres://owner@10.0.0.3/parking',
  'postgres:///parking?host=/var/run/postgresql&sslmode=verify-full',
])('the drivers connect to %s', (address) => expect(explainUnsupportedHost(address)).toBeNull());

test.each([
  'postgres://owner@[::1]/parking',
  'postgres://own%40er:p%3Aw@[2001:db8::1]:6000/parking?sslmode=require',
  'postgres://one,[::1]:6000/parking',
])('an IPv6 address needs a name: %s', (address) =>
  expect(explainUnsupportedHost(address)).toMatch(/give a host with an IPv6 address a name$/),
);

test.each([
  'postgres://owner@10.0.0.3/parking?sslmode=verify-full',
  'postgres://owner@db.example:6000,10.0.0.3:6000/parking?ssl=verify-full',
  'postgres://owner@10.0.0.3/parking?sslrootcert=system',
])('an IP address has no name to verify: %s', (address) =>
  expect(explainUnsupportedHost(address)).toMatch(
    /^takes host names in place of IP addresses with sslmode=verify-full/,
  ),
);
