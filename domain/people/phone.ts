/** A country whose numbers a person may have: what stands before the number, and how many digits follow. */
type PhoneCountry = {
  id: string;
  label: string;
  /** The calling code without '+'; empty where the person types it. */
  code: string;
  /** How the digits after the code look. */
  digits: RegExp;
  /** What the field takes, as a sentence. */
  hint: string;
};

/** The countries to choose from; the first is the default. Those that share a code are told apart by their area codes. */
export const PHONE_COUNTRIES = [
  {
    id: 'DO',
    label: 'Dominican Republic (+1 809, 829, 849)',
    code: '1',
    digits: /^8[024]9\d{7}$/,
    hint: 'Enter 10 digits that start with 809, 829 or 849',
  },
  {
    id: 'PR',
    label: 'Puerto Rico (+1 787, 939)',
    code: '1',
    digits: /^(787|939)\d{7}$/,
    hint: 'Enter 10 digits that start with 787 or 939',
  },
  {
    id: 'US',
    label: 'United States, Canada (+1)',
    code: '1',
    digits: /^[2-9]\d{2}[2-9]\d{6}$/,
    hint: 'Enter the 10 digits of the number with its area code',
  },
  { id: 'HT', label: 'Haiti (+509)', code: '509', digits: /^\d{8}$/, hint: 'Enter the 8 digits of the number' },
  { id: 'ES', label: 'Spain (+34)', code: '34', digits: /^\d{9}$/, hint: 'Enter the 9 digits of the number' },
  { id: 'MX', label: 'Mexico (+52)', code: '52', digits: /^\d{10}$/, hint: 'Enter the 10 digits of the number' },
  { id: 'CO', label: 'Colombia (+57)', code: '57', digits: /^\d{10}$/, hint: 'Enter the 10 digits of the number' },
  { id: 'VE', label: 'Venezuela (+58)', code: '58', digits: /^\d{10}$/, hint: 'Enter the 10 digits of the number' },
  {
    id: 'other',
    label: 'Another country',
    code: '',
    digits: /^[1-9]\d{6,14}$/,
    hint: 'Enter the number with its country code, such as +49 30 901820',
  },
] as const satisfies readonly PhoneCountry[];

export type PhoneCountryId = (typeof PHONE_COUNTRIES)[number]['id'];

/** A phone number as a form holds it: the country chosen and what was typed. */
export type TypedPhone = { country: PhoneCountryId; number: string };

export const DEFAULT_PHONE_COUNTRY: PhoneCountryId = 'DO';

const NOT_DIGITS = /\D/g;
/** What people put between the digits of a number; anything else is a mistake. */
const TYPED_NUMBER = /^\+?[\d\s().-]*$/;

/** What the number of a country takes, as a sentence. */
export function getPhoneHint(country: PhoneCountryId): string {
  return findCountry(country).hint;
}

/** The number as it is kept ('+18095550101'), '' when none was typed, or null when it is not one of that country. */
export function parsePhone({ country, number }: TypedPhone): string | null {
  const typed = number.trim();
  if (typed === '') return '';
  if (!TYPED_NUMBER.test(typed)) return null;
  const { code, digits } = findCountry(country);
  const digitsTyped = typed.replaceAll(NOT_DIGITS, '');
  // Numbers are often pasted whole; the code is then there already.
  const isWhole = typed.startsWith('+') || (code === '1' && digitsTyped.length === 11);
  if (isWhole && !digitsTyped.startsWith(code)) return null;
  const national = isWhole ? digitsTyped.slice(code.length) : digitsTyped;
  if (code === '' && !isWhole) return null;
  return digits.test(national) ? `+${code}${national}` : null;
}

/** A kept number as a form shows it; one that no country explains is shown as it is, for the person to mend. */
export function toTypedPhone(phone: string | null): TypedPhone {
  const kept = phone?.trim() ?? '';
  if (kept === '') return { country: DEFAULT_PHONE_COUNTRY, number: '' };
  for (const { id, code } of PHONE_COUNTRIES) {
    const whole = parsePhone({ country: id, number: kept });
    if (whole !== null) return { country: id, number: code === '' ? whole : toNationalNumber(whole, code) };
  }
  return { country: DEFAULT_PHONE_COUNTRY, number: kept };
}

/** A kept number for reading: grouped as people of the +1 countries write it, others as they are. */
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
