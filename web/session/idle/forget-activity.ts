/** Where this browser keeps when it was last used, by whom, and how long it may rest. */
export const ACTIVITY_KEY = 'parqueo.last-activity';

/** Forgets when the browser was last used, when the session has ended. */
export function forgetActivity(): void {
  localStorage.removeItem(ACTIVITY_KEY);
}
