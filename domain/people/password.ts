/** How many characters a new password has at least. */
export const MIN_PASSWORD_LENGTH = 8;
