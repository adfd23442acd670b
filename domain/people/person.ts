import * as z from 'zod';
import { m } from '#messages';
import { describeProblem } from '../problems.ts';

/** Shown for a person without a name or an email address. */
export const UNNAMED = m.person_unnamed();
export const NO_EMAIL = m.person_no_email();

export const USER_STATUSES = ['active', 'inactive', 'suspended'] as const;

/** The limits of the database; the balance in the operator's currency. */
export const MAX_TRIPS = 2_147_483_647;
export const MAX_BALANCE = 99_999_999.99;

const MAX_INITIALS = 2;
const NO_INITIALS = 'U';

/** The initials of up to two words of a name: 'JÁ' for 'José Ángel Díaz', 'U' without a name. */
export function getInitials(name: string | null): string {
  // Composed, so that a letter and its accent are one character.
  const words = (name ?? '').normalize('NFC').split(/\s+/u);
  const letters = words.flatMap((word) => word.match(/\p{L}/u) ?? []).slice(0, MAX_INITIALS);
  // The capital of 'ß' has two letters, which would be one initial too many.
  const capitals = letters.map((letter) => Array.from(letter.toUpperCase())[0] ?? letter);
  return capitals.length > 0 ? capitals.join('') : NO_INITIALS;
}

/** The least length of a password where the authentication service names none. */
export const MIN_PASSWORD_LENGTH = 8;

export function newPasswordSchema(minLength: number) {
  return z.string().min(minLength, describeProblem('password-too-short', { min: String(minLength) }));
}
