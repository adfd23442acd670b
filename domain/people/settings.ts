import { m } from '#messages';

/** From the most to the least visible. */
export const PRIVACY_LEVELS = ['public', 'friends', 'private'] as const;

export type PrivacyLevel = (typeof PRIVACY_LEVELS)[number];

export const MIN_AUTO_LOGOUT_MINUTES = 1;
export const MAX_AUTO_LOGOUT_MINUTES = 1440;

/** Confirms the deletion of an account, as its email address does. */
export const DELETION_WORD = m.delete_account_word();

export function isDeletionConfirmed(typed: string, email: string): boolean {
  const confirmation = typed.trim();
  if (confirmation === DELETION_WORD) return true;
  return email !== '' && confirmation.toLowerCase() === email.toLowerCase();
}
