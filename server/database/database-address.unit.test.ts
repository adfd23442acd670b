import { expect, test } from 'vitest';
import { explainUnsupportedHost, splitHosts } from './database-address.ts';

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

const IPV6 = /give a host with an IPv6 address a name$/;
const VERIFIED = /^takes host names in place of IP addresses with sslmode=verify-full/;

test.each([
  ['postgres://own%40er:p%5Bw@db.example:6000/parking?sslmode=verify-full', null],
  ['postgres://owner@one,two:6000/parking?sslmode=verify-full', null],
  ['postgres://owner@10.0.0.3,10.0.0.4:6000/parking?sslmode=require', null],
  ['postgres:///parking?host=/var/run/postgresql&sslmode=verify-full', null],
  ['postgres://own%40er:p%3Aw@[2001:db8::1]:6000/parking?sslmode=require', IPV6],
  ['postgres://one,[::1]:6000/parking', IPV6],
  ['postgres://owner@10.0.0.3/parking?sslmode=verify-full', VERIFIED],
  ['postgres://owner@db.example:6000,10.0.0.3:6000/parking?ssl=verify-full', VERIFIED],
  ['postgres://owner@10.0.0.3/parking?sslrootcert=system', VERIFIED],
])('whether the drivers connect to %s, and what they need instead: %s', (address, advice) => {
  const explained = explainUnsupportedHost(address);
  if (advice === null) expect(explained).toBeNull();
  else expect(explained).toMatch(advice);
});
