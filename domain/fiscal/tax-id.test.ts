import { expect, test } from 'vitest';
import { formatTaxId, hasCheckDigit, parseTaxId } from './tax-id.ts';

// Numbers of DGII, of public registers, and made up ones.

test('an RNC or cédula is read with and without signs, and no other number', () => {
  expect(['1-31-09819-3', '131098193', ' 001-1234567 3 '].map(parseTaxId)).toEqual([
    '131098193',
    '131098193',
    '00112345673',
  ]);
  expect(['', '13109819', '1310981933', 'A31098193', '131.098.193'].map(parseTaxId)).toEqual(Array(5).fill(null));
});

test.each(
  `101010632 101850043 131098193 101007151 401506254 100000022 123456786 130000001 131000002 132000005 100000004
  00112345673 40223456787 22300262700 00113918205 00100000009 40200000004`.split(/\s+/),
)('%s has the right check digit', (taxId) => {
  expect(hasCheckDigit(taxId)).toBe(true);
});

test.each(['131098190', '000000000', '012345678', '130000002', '00113918204', '00000000000'])(
  '%s has a wrong check digit',
  (taxId) => {
    expect(hasCheckDigit(taxId)).toBe(false);
  },
);

test('it is written as the authority does', () => {
  expect(['131098193', '00112345673'].map(formatTaxId)).toEqual(['1-31-09819-3', '001-1234567-3']);
});
