import { expect, test } from 'vitest';
import { splitHosts } from '../database-address.ts';

test('an address of several hosts is split into one for each, with everything else in it', () => {
  expect(splitHosts('postgres://own%40er:a,b@one:5432,two,10.0.0.3:6000/parking?sslmode=require')).toEqual([
    'postgres://own%40er:a,b@one:5432/parking?sslmode=require',
    'postgres://own%40er:a,b@two/parking?sslmode=require',
    'postgres://own%40er:a,b@10.0.0.3:6000/parking?sslmode=require',
  ]);
  expect(splitHosts('postgresql://one,two')).toEqual(['postgresql://one', 'postgresql://two']);
});

test.each([
  'postgres://owner:a,b@one:5432/parking',
  'postgres://one/parking?options=-c%20search_path=a,b',
  'postgres:///parking',
])('%s stays as it is', (address) => {
  expect(splitHosts(address)).toEqual([address]);
});
