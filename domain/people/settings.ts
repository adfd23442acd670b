import { m } from '#messages';

/** From the most to the least visible. */
export const PRIVACY_LEVELS = ['public', 'friends', 'private'] as const;

export type PrivacyLevel = (typeof PRIVACY_LEVELS)[number];

export const MIN_AUTO_LOGOUT_MINUTES = 1;
export const MAX_AUTO_LOGOUT_MINUTES = 1440;

/** Whether somebody typed the word that confirms the deletion of their account, or its email address. */
export function isDeletionConfirmed(typed: string, email: string): boolean {
  const confirmation = typed.trim();
  if (confirmation === m.delete_account_word()) return true;
  return email !== '' && confirmation.toLowerCase() === email.toLowerCase();
}
