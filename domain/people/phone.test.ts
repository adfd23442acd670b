import { describe, expect, test } from 'vitest';
import { formatPhone, type PhoneCountryId, parsePhone, toTypedPhone } from './phone.ts';

describe('parsePhone', () => {
  test.each<[PhoneCountryId, string, string]>([
    ['DO', '809 555 0101', '+18095550101'],
    ['DO', '(829) 555-0101', '+18295550101'],
    ['DO', '+1 809 555 0101', '+18095550101'],
    ['DO', '\u202a809\u2011555\u20110101\u202c', '+18095550101'],
    ['DO', '８０９–５５５–０１０１', '+18095550101'],
    ['PR', '787 555 0101', '+17875550101'],
    ['HT', '34 10 1010', '+50934101010'],
    ['ES', '612 345 678', '+34612345678'],
    ['other', '+49 30 901820', '+4930901820'],
  ])('keeps what %s people type as %j', (country, number, phone) => {
    expect(parsePhone({ country, number })).toBe(phone);
  });

  test.each<[PhoneCountryId, string]>([
    ['DO', '555 0101'],
    ['DO', '212 555 0101'],
    ['DO', '+34 612 345 678'],
    ['PR', '809 555 0101'],
    ['other', '30 901820'],
    ['other', '+1234567890123456'],
  ])('refuses for %s %j', (country, number) => {
    expect(parsePhone({ country, number })).toBeNull();
  });

  test('is empty when nothing was typed', () => {
    expect(parsePhone({ country: 'DO', number: '  ' })).toBe('');
  });
});

describe('toTypedPhone', () => {
  test.each<[string | null, PhoneCountryId, string]>([
    [null, 'DO', ''],
    ['+18095550101', 'DO', '809 555 0101'],
    ['809-555-0101', 'DO', '809 555 0101'],
    ['+17875550101', 'PR', '787 555 0101'],
    ['+34612345678', 'ES', '612345678'],
    ['+4930901820', 'other', '+4930901820'],
    ['call me', 'DO', 'call me'],
  ])('shows %j as a number of %s', (phone, country, number) => {
    expect(toTypedPhone(phone)).toEqual({ country, number });
  });

  test('shows every number it keeps so that saving it again keeps the same', () => {
    for (const phone of ['+18095550101', '+12125550101', '+50934101010', '+34612345678', '+4930901820']) {
      expect(parsePhone(toTypedPhone(phone))).toBe(phone);
    }
  });
});

describe('formatPhone', () => {
  test('groups the numbers of the +1 countries and leaves the others', () => {
    expect(formatPhone('+18095550101')).toBe('+1 809 555 0101');
    expect(formatPhone('+34612345678')).toBe('+34612345678');
  });
});
