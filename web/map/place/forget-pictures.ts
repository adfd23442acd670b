/** Apart from the rest of `saved-pictures.ts`, which few screens need. */
export const SAVED_PICTURES_KEY = 'parqueo.map-pictures';

/** The next user of this device must not see where this user parks. */
export function forgetPictures(): void {
  localStorage.removeItem(SAVED_PICTURES_KEY);
}
