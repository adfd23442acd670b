import { describe, expect, test } from 'vitest';
import { isDeletionConfirmed } from './settings.ts';

describe('isDeletionConfirmed', () => {
  test.each(['DELETE', ' DELETE ', 'ana@parqueo.test', 'Ana@Parqueo.test'])('takes %j', (typed) => {
    expect(isDeletionConfirmed(typed, 'ana@parqueo.test')).toBe(true);
  });

  test.each(['', 'delete', 'DELET', 'beto@parqueo.test'])('does not take %j', (typed) => {
    expect(isDeletionConfirmed(typed, 'ana@parqueo.test')).toBe(false);
  });

  test('does not take nothing for an account without an address', () => {
    expect(isDeletionConfirmed('', '')).toBe(false);
  });
});
