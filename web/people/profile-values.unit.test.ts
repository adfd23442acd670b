import { describe, expect, it } from 'vitest';
import { profileValuesSchema, toProfileChanges, toProfileValues } from './profile-values.ts';

const KEPT = { userId: 'ana', email: 'ana@parqueo.test', fullName: 'Ana', phone: '+18095550101', bio: 'Hola' };
const messagesOf = (values: object) => {
  const parsed = profileValuesSchema.safeParse({ ...toProfileValues(KEPT), ...values });
  return parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
};

describe('the profile form', () => {
  it('keeps what it shows', () => {
    expect(toProfileChanges(toProfileValues(KEPT))).toEqual({ fullName: 'Ana', phone: '+18095550101', bio: 'Hola' });
  });

  it('keeps nothing for what was left empty', () => {
    expect(toProfileChanges({ fullName: '  ', country: 'DO', number: '', bio: '\n' })).toEqual({
      fullName: null,
      phone: null,
      bio: null,
    });
  });

  it('takes 80 characters of name and 300 of bio, blanks around them not counted', () => {
    expect(messagesOf({ fullName: ` ${'a'.repeat(80)} `, bio: ` ${'b'.repeat(300)} ` })).toEqual([]);
    expect(messagesOf({ fullName: 'a'.repeat(81), bio: 'b'.repeat(301) })).toEqual([
      'fullName: Use 80 characters or fewer',
      'bio: Use 300 characters or fewer',
    ]);
  });

  it('says beside the number what the chosen country takes', () => {
    expect(messagesOf({ number: '212 555 0101' })).toEqual(['number: Enter 10 digits that start with 809, 829 or 849']);
    expect(messagesOf({ country: 'US', number: '212 555 0101' })).toEqual([]);
  });
});
