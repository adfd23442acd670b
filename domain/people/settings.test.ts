import { describe, expect, it } from 'vitest';
import { confirmsDeletion } from './settings.ts';

describe('confirmsDeletion', () => {
  it.each(['DELETE', ' DELETE ', 'ana@parqueo.test', 'Ana@Parqueo.test'])('takes %j', (typed) => {
    expect(confirmsDeletion(typed, 'ana@parqueo.test')).toBe(true);
  });

  it.each(['', 'delete', 'DELET', 'beto@parqueo.test'])('does not take %j', (typed) => {
    expect(confirmsDeletion(typed, 'ana@parqueo.test')).toBe(false);
  });

  it('does not take nothing for an account without an address', () => {
    expect(confirmsDeletion('', '')).toBe(false);
  });
});
