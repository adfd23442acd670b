import { SESSION_KEY } from '../../data/stored-session.ts';
import { parseAuthCallback } from './callback/parse-auth-callback.ts';

/** Whether this browser stores a session or its address brings one. False means that nobody is signed in. */
export function mayHaveSession({ localStorage, location }: Pick<Window, 'localStorage' | 'location'>): boolean {
  return parseAuthCallback(location) !== null || Object.keys(localStorage).some((key) => SESSION_KEY.test(key));
}
