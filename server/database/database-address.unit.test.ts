import { expect, test } from 'vitest';
import { explainOptionalEncryption, splitHosts } from '../../supabase-server/connections/address.ts';

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
  expect(explainOptionalEncryption(address)).toBe(isOptional ? 'takes sslmode=verify-full, require or disable' : null);
});
