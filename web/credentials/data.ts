import { authFailureOf } from '../data/auth-failure.ts';
import { dataClient } from '../data/connection.ts';
import { paths } from '../paths.ts';

// All of these throw Problem `server-not-reachable` or `offline` when no answer comes, else the refusal of the
// authentication service (AuthError).

/** Mails a link to choose a new password; ends the same for addresses that have no account. */
export async function requestPasswordLink(email: string): Promise<void> {
  const { error } = await dataClient().auth.resetPasswordForEmail(email, {
    redirectTo: toAbsoluteUrl(paths.setPassword),
  });
  if (error) throw authFailureOf(error);
}

/** What a person says to change their password; `nonce` is the mailed code, where the service asked for one. */
export type PasswordChange = { password: string; nonce?: string };

/** Changes the password of the signed-in person. Their other sessions end. */
export async function changePassword({ password, nonce }: PasswordChange): Promise<void> {
  const { error } = await dataClient().auth.updateUser({ password, ...(nonce ? { nonce } : {}) });
  if (error) throw authFailureOf(error);
}

/** Mails the code that the service asks for before a password changes in a session that is old. */
export async function requestNonce(): Promise<void> {
  const { error } = await dataClient().auth.reauthenticate();
  if (error) throw authFailureOf(error);
}

/** Asks for another address. Nothing changes until it is confirmed by mail. */
export async function changeEmail(email: string): Promise<void> {
  const { error } = await dataClient().auth.updateUser({ email }, { emailRedirectTo: toAbsoluteUrl(paths.settings) });
  if (error) throw authFailureOf(error);
}

function toAbsoluteUrl(path: string): string {
  return `${window.location.origin}${path}`;
}
