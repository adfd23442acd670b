import { m } from '#messages';
import { stripSeparators } from '../plain-text.ts';

type PhoneCountry = {
  id: string;
  label: string;
  /** The calling code without '+'; empty when it is part of the typed number. */
  code: string;
  /** The form of the digits after the code. */
  digits: RegExp;
  /** Shown when a number does not match. */
  hint: string;
};

const country = <Id extends string>(id: Id, label: string, code: string, digits: RegExp, hint: string) => ({
  id,
  label,
  code,
  digits,
  hint,
});

/** A country whose numbers have so many digits, whatever they are. */
const withDigits = <Id extends string>(id: Id, label: string, code: string, count: number) =>
  country(id, label, code, new RegExp(`^\\d{${count}}$`), m.phone_hint_digits({ count }));

/** The first is the default. Countries with the same code are told apart by their area codes. */
export const PHONE_COUNTRIES = [
  country('DO', m.phone_country_dominican_republic(), '1', /^8[024]9\d{7}$/, m.phone_hint_dominican_republic()),
  country('PR', m.phone_country_puerto_rico(), '1', /^(787|939)\d{7}$/, m.phone_hint_puerto_rico()),
  country('US', m.phone_country_united_states(), '1', /^[2-9]\d{2}[2-9]\d{6}$/, m.phone_hint_area_code()),
  withDigits('HT', m.phone_country_haiti(), '509', 8),
  withDigits('ES', m.phone_country_spain(), '34', 9),
  withDigits('MX', m.phone_country_mexico(), '52', 10),
  withDigits('CO', m.phone_country_colombia(), '57', 10),
  withDigits('VE', m.phone_country_venezuela(), '58', 10),
  country('other', m.phone_country_other(), '', /^[1-9]\d{6,14}$/, m.phone_hint_country_code()),
] as const satisfies readonly PhoneCountry[];

export type PhoneCountryId = (typeof PHONE_COUNTRIES)[number]['id'];

type TypedPhone = { country: PhoneCountryId; number: string };

export const DEFAULT_PHONE_COUNTRY: PhoneCountryId = 'DO';

const NOT_DIGITS = /\D/g;
/** The characters that people put between digits. */
const TYPED_NUMBER = /^\+?[\d\s().-]*$/;

export function getPhoneHint(country: PhoneCountryId): string {
  return findCountry(country).hint;
}

/** The number in E.164 format, '' when none was typed, or null when it is not one of that country. */
export function parsePhone({ country, number }: TypedPhone): string | null {
  const typed = stripSeparators(number.normalize('NFKC'));
  if (typed === '') return '';
  if (!TYPED_NUMBER.test(typed)) return null;
  const { code, digits } = findCountry(country);
  const digitsTyped = typed.replaceAll(NOT_DIGITS, '');
  // Pasted numbers often include the code.
  const isWhole = typed.startsWith('+') || (code === '1' && digitsTyped.length === 11);
  if (isWhole && !digitsTyped.startsWith(code)) return null;
  const national = isWhole ? digitsTyped.slice(code.length) : digitsTyped;
  if (code === '' && !isWhole) return null;
  return digits.test(national) ? `+${code}${national}` : null;
}

/** A stored number as form values. One that matches no country is shown as it is, to be corrected. */
export function toTypedPhone(phone: string | null): TypedPhone {
  const kept = phone?.trim() ?? '';
  if (kept === '') return { country: DEFAULT_PHONE_COUNTRY, number: '' };
  for (const { id, code } of PHONE_COUNTRIES) {
    const whole = parsePhone({ country: id, number: kept });
    if (whole !== null) return { country: id, number: code === '' ? whole : toNationalNumber(whole, code) };
  }
  return { country: DEFAULT_PHONE_COUNTRY, number: kept };
}

/** Groups +1 numbers like '+1 809 555 0101'; others stay as they are. */
export function formatPhone(phone: string): string {
  const match = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone);
  return match ? `+1 ${match[1]} ${match[2]} ${match[3]}` : phone;
}

function toNationalNumber(whole: string, code: string): string {
  const national = whole.slice(1 + code.length);
  return code === '1' ? national.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3') : national;
}

function findCountry(id: PhoneCountryId): PhoneCountry {
  return PHONE_COUNTRIES.find((country) => country.id === id) ?? PHONE_COUNTRIES[0];
}
