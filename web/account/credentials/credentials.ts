import * as z from 'zod';
import { getInstallation } from '../../../domain/installation.ts';
import { Problem } from '../../../domain/problems.ts';
import { unwrapAuthResult } from '../../data/auth-message.ts';
import { connection, dataClient } from '../../data/connection.ts';
import { save, toProblem } from '../../data/database-problem.ts';
import { paths } from '../../paths.ts';
import { readRow } from '../../ui/table/parse-rows.ts';
import { toAbsoluteUrl } from '../session/session.ts';

/** The status for a link that is used, replaced or too old. */
const LINK_USED = 403;

// Each of these functions throws Problem `server-not-reachable` or `offline` without a response, else the AuthError.

export type PasswordChange = { password: string; current?: string; nonce?: string };

export async function requestPasswordLink(email: string): Promise<void> {
  const redirectTo = toAbsoluteUrl(paths.setPassword);
  await unwrapAuthResult(dataClient().auth.resetPasswordForEmail(email, { redirectTo }));
}

/** Ends the other sessions of this person too. `nonce` is the mailed code, where the service asks for one. */
export async function changePassword({ password, current, nonce }: PasswordChange): Promise<void> {
  const proof = { ...(current ? { current_password: current } : {}), ...(nonce ? { nonce } : {}) };
  await unwrapAuthResult(dataClient().auth.updateUser({ password, ...proof }));
}

/** Mails the code that the service asks for before it changes the password in an old session. */
export async function requestNonce(): Promise<void> {
  await unwrapAuthResult(dataClient().auth.reauthenticate());
}

/** Proves that the person of the session is there: by the password, or by the code of a mail. */
export type Proof = { password: string } | { code: string };
type ProvingPerson = { email: string; hasOwnSignIn: boolean };

/** Mails the code of a proof. */
export async function mailProofCode({ email, hasOwnSignIn }: ProvingPerson): Promise<void> {
  if (hasOwnSignIn) return requestNonce();
  await unwrapAuthResult(dataClient().auth.signInWithOtp({ email, options: { shouldCreateUser: false } }));
}

/** Gives a proof, which the server accepts for an hour. On Supabase the only proof is to sign in again. */
export async function prove(proof: Proof, { email, hasOwnSignIn }: ProvingPerson): Promise<void> {
  const { auth } = dataClient();
  if ('password' in proof) {
    const { password } = proof;
    if (hasOwnSignIn) await unwrapAuthResult(auth.updateUser({ current_password: password }));
    else await unwrapAuthResult(auth.signInWithPassword({ email, password }));
  } else if (hasOwnSignIn) await unwrapAuthResult(auth.updateUser({ nonce: proof.code }));
  else await unwrapAuthResult(auth.verifyOtp({ email, token: proof.code, type: 'email' }));
}

/** Which mailboxes confirm another address: the old and the new one, or only the new one. */
export const getConfirmingMailboxes = () => (connection().config.doubleConfirmChanges === false ? 'new' : 'both');

/** Requests another address. Nothing changes until it is confirmed by mail. */
export async function requestEmailChange(email: string): Promise<void> {
  await unwrapAuthResult(dataClient().auth.updateUser({ email }, { emailRedirectTo: toAbsoluteUrl(paths.settings) }));
}

/** The key for an authenticator app: as text, and as a link for this device. */
export type FactorSetup = { factorId: string; secret: string; uri: string };

/** Enrolls a second factor, which counts once `verifyCode` succeeded. Drops earlier ones that were never verified. */
export async function startFactor(): Promise<FactorSetup> {
  const { all } = await loadFactors();
  for (const { id } of all.filter(({ status }) => status === 'unverified')) await dropFactor(id);
  const issuer = getInstallation().appName;
  const { data } = await unwrapAuthResult(dataClient().auth.mfa.enroll({ factorType: 'totp', issuer }));
  return { factorId: data.id, secret: data.totp.secret, uri: data.totp.uri };
}

/** Verifies a code of the app, or a recovery code. This session then has the second factor, and those without it end. */
export async function verifyCode(factorId: string, code: string): Promise<void> {
  await unwrapAuthResult(dataClient().auth.mfa.challengeAndVerify({ factorId, code }));
}

/** Ten recovery codes, which nobody can read again. Those from before stop working. */
export async function createRecoveryCodes(): Promise<string[]> {
  const { data } = await unwrapAuthResult(dataClient().auth.mfa.recoveryCodes.regenerate());
  return data.codes;
}

export async function loadRecoveryCodesLeft(): Promise<number> {
  return (await unwrapAuthResult(dataClient().auth.mfa.recoveryCodes.getStatus())).data.remaining;
}

/** Takes off the second factor that the link of a mail is about. */
export async function removeAddedFactor(token: string): Promise<void> {
  const { supabaseUrl, supabaseKey } = connection().config;
  const response = await fetch(`${supabaseUrl}/auth/v1/factors/removal`, {
    method: 'POST',
    headers: { apikey: supabaseKey, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  }).catch((cause: unknown) => {
    throw new Problem('server-not-reachable', { cause });
  });
  if (response.ok) return;
  throw new Problem(response.status === LINK_USED ? 'removal-link-used' : 'server-not-reachable');
}

/** Removes the second factor of the signed-in person, proven by a fresh code. Does nothing when there is none. */
export async function removeFactors(code: string): Promise<void> {
  // The list `totp` has the verified ones.
  const { totp: factors } = await loadFactors();
  const [factor] = factors;
  if (factor === undefined) return;
  await verifyCode(factor.id, code);
  for (const { id } of factors) await dropFactor(id);
  // The current token still claims the factor.
  await unwrapAuthResult(dataClient().auth.refreshSession());
}

const loadFactors = async () => (await unwrapAuthResult(dataClient().auth.mfa.listFactors())).data;

async function dropFactor(factorId: string): Promise<void> {
  await unwrapAuthResult(dataClient().auth.mfa.unenroll({ factorId }));
}

/** Locks the session on a shared tablet, and gives the name of its person. @throws Problem `tablet-for-staff` */
export const lockSession = async () =>
  readRow(await dataClient().rpc('lock_session'), z.string(), 'tablet-not-checked', toProblem);

/** Null for the right PIN, else how many tries are left. @throws Problem `pin-needed` or `pin-locked` */
export const unlockSession = async (pin: string) =>
  readRow(await dataClient().rpc('unlock_session', { pin }), z.number().nullable(), 'tablet-not-checked', toProblem);

/** @throws Problem `proof-needed`, or the rule that the PIN breaks */
export const setPin = (pin: string) => save(dataClient().rpc('set_pin', { pin }), 'tablet-not-checked');
