import { parseAuthCallback } from './callback/auth-callback-result.ts';

/** Where the data client keeps the session of a host. */
export const SESSION_KEY = /^sb-.+-auth-token$/;

/** Whether somebody may be signed in: this browser keeps a session, or the address brings one. False is certain. */
export function mayHaveSession({ localStorage, location }: Pick<Window, 'localStorage' | 'location'>): boolean {
  if (parseAuthCallback(location) !== null) return true;
  return Object.keys(localStorage).some((key) => SESSION_KEY.test(key));
}
