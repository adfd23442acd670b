import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from './connection-errors.ts';

const createError = (code: string, more: object = {}) => Object.assign(new Error('failed'), { code, ...more });

test.each([
  'CONNECTION_CLOSED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  '08006',
  '53100',
  '53300',
  '55P03',
  '57P02',
])('%s says that the database is away', (code) => expect(isDatabaseUnavailable(createError(code))).toBe(true));

test('the missing socket of an embedded PostgreSQL says so too', () => {
  expect(isDatabaseUnavailable(createError('ENOENT', { syscall: 'connect' }))).toBe(true);
});

test.each([
  createError('23505'),
  createError('57014'),
  createError('ENOENT', { syscall: 'open' }),
  new Error('x'),
  'x',
  null,
])('an error of another kind does not (case %#)', (error) => expect(isDatabaseUnavailable(error)).toBe(false));
