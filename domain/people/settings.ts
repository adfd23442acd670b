/** Who may see a person, from everybody to nobody. */
export const PRIVACY_LEVELS = ['public', 'friends', 'private'] as const;

export type PrivacyLevel = (typeof PRIVACY_LEVELS)[number];

/** How many minutes without activity a person may choose before they are signed out. */
export const MIN_AUTO_LOGOUT_MINUTES = 1;
export const MAX_AUTO_LOGOUT_MINUTES = 1440;

/** What has to be typed to delete an account, besides its e-mail address. */
export const DELETION_WORD = 'DELETE';

/** Whether what was typed confirms that this account is to be deleted. */
export function isDeletionConfirmed(typed: string, email: string): boolean {
  const confirmation = typed.trim();
  if (confirmation === DELETION_WORD) return true;
  return email !== '' && confirmation.toLowerCase() === email.toLowerCase();
}
