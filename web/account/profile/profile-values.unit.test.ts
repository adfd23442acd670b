import { expect, test } from 'vitest';
import { profileValuesSchema, toProfileChanges, toProfileValues } from './profile-form.tsx';

const KEPT = { userId: 'ana', email: 'ana@parqueo.test', fullName: 'Ana', phone: '+18095550101', bio: 'Hola' };
const messagesOf = (values: object) => {
  const parsed = profileValuesSchema.safeParse({ ...toProfileValues(KEPT), ...values });
  return parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
};

test('a profile passes through the form unchanged', () => {
  expect(toProfileChanges(toProfileValues(KEPT))).toEqual({ fullName: 'Ana', phone: '+18095550101', bio: 'Hola' });
});

test('empty fields become null', () => {
  expect(toProfileChanges({ fullName: '  ', country: 'DO', number: '', bio: '\n' })).toEqual({
    fullName: null,
    phone: null,
    bio: null,
  });
});

test('a name of 80 and a bio of 300 characters are accepted, without outer blanks', () => {
  expect(messagesOf({ fullName: ` ${'a'.repeat(80)} `, bio: ` ${'b'.repeat(300)} ` })).toEqual([]);
  expect(messagesOf({ fullName: 'a'.repeat(81), bio: 'b'.repeat(301) })).toEqual([
    'fullName: Use 80 characters or fewer',
    'bio: Use 300 characters or fewer',
  ]);
});

test('unseen letters that were pasted along are left out, and lines stay', () => {
  const typed = { ...toProfileValues(KEPT), fullName: '\u202eAna\u200b', bio: 'Hola\u2069\nAdiós' };
  expect(profileValuesSchema.parse(typed)).toMatchObject({ fullName: 'Ana', bio: 'Hola\nAdiós' });
});

test('a wrong phone number shows the hint of the chosen country', () => {
  expect(messagesOf({ number: '212 555 0101' })).toEqual(['number: Enter 10 digits that start with 809, 829 or 849']);
  expect(messagesOf({ country: 'US', number: '212 555 0101' })).toEqual([]);
});
