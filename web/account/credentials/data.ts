import { unwrapAuthResult } from '../../data/auth-message.ts';
import { dataClient } from '../../data/connection.ts';
import { paths } from '../../paths.ts';

// All of these throw Problem `server-not-reachable` or `offline` when there is no response, else the AuthError.

export type PasswordChange = { password: string; current?: string; nonce?: string };

/** Mails a link to choose a new password; succeeds for addresses without an account too. */
export async function requestPasswordLink(email: string): Promise<void> {
  await unwrapAuthResult(
    dataClient().auth.resetPasswordForEmail(email, {
      redirectTo: toAbsoluteUrl(paths.setPassword),
    }),
  );
}

/**
 * Changes the password of the signed-in person and ends their other sessions. `current` is the password until now, and
 * `nonce` the mailed code, where the service asked for them.
 */
export async function changePassword({ password, current, nonce }: PasswordChange): Promise<void> {
  await unwrapAuthResult(
    dataClient().auth.updateUser({
      password,
      ...(current ? { current_password: current } : {}),
      ...(nonce ? { nonce } : {}),
    }),
  );
}

/** Mails the code that the service asks for before it changes the password in an old session. */
export async function requestNonce(): Promise<void> {
  await unwrapAuthResult(dataClient().auth.reauthenticate());
}

/** Requests another address. Nothing changes until it is confirmed by mail. */
export async function requestEmailChange(email: string): Promise<void> {
  await unwrapAuthResult(dataClient().auth.updateUser({ email }, { emailRedirectTo: toAbsoluteUrl(paths.settings) }));
}

function toAbsoluteUrl(path: string): string {
  return `${window.location.origin}${path}`;
}
