import { stripSeparators } from '../plain-text.ts';

/** The RNC of a firm has 9 digits; that of a person is the cédula, which has 11. */
const TAX_ID = /^(\d{9}|\d{11})$/;

export const isTaxId = (digits: string): boolean => TAX_ID.test(digits);

/** Its digits, or null for a text that is no RNC or cédula by its length. */
export function parseTaxId(text: string): string | null {
  const digits = stripSeparators(text);
  return isTaxId(digits) ? digits : null;
}

const RNC_WEIGHTS = [7, 9, 8, 6, 5, 4, 3, 2];

function isRnc(digits: number[]): boolean {
  const rest = RNC_WEIGHTS.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0) % 11;
  const check = rest === 0 ? 2 : rest === 1 ? 1 : 11 - rest;
  return digits[0] !== 0 && check === digits[8];
}

/** Luhn's formula. */
function isCedula(digits: number[]): boolean {
  const sum = digits.slice(0, 10).reduce((before, digit, index) => {
    const product = digit * (index % 2 === 0 ? 1 : 2);
    return before + (product > 9 ? product - 9 : product);
  }, 0);
  return (10 - (sum % 10)) % 10 === digits[10] && digits.slice(0, 3).some((digit) => digit !== 0);
}

/** Whether the check digit is right. Some numbers that exist break the rule, so a wrong one is a warning and no error. */
export function hasCheckDigit(taxId: string): boolean {
  const digits = [...taxId].map(Number);
  return digits.length === 9 ? isRnc(digits) : isCedula(digits);
}

/** Such as 1-31-09819-3 or 001-1234567-3. */
export const formatTaxId = (taxId: string): string =>
  taxId.length === 9
    ? taxId.replace(/^(\d)(\d{2})(\d{5})(\d)$/, '$1-$2-$3-$4')
    : taxId.replace(/^(\d{3})(\d{7})(\d)$/, '$1-$2-$3');
