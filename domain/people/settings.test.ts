import { describe, expect, it } from 'vitest';
import { isDeletionConfirmed } from './settings.ts';

describe('isDeletionConfirmed', () => {
  it.each(['DELETE', ' DELETE ', 'ana@parqueo.test', 'Ana@Parqueo.test'])('takes %j', (typed) => {
    expect(isDeletionConfirmed(typed, 'ana@parqueo.test')).toBe(true);
  });

  it.each(['', 'delete', 'DELET', 'beto@parqueo.test'])('does not take %j', (typed) => {
    expect(isDeletionConfirmed(typed, 'ana@parqueo.test')).toBe(false);
  });

  it('does not take nothing for an account without an address', () => {
    expect(isDeletionConfirmed('', '')).toBe(false);
  });
});
