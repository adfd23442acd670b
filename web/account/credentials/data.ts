import type { Factor } from '@supabase/supabase-js';
import { getInstallation } from '../../../domain/installation.ts';
import { unwrapAuthResult } from '../../data/auth-message.ts';
import { dataClient } from '../../data/connection.ts';
import { paths } from '../../paths.ts';

// All of these throw Problem `server-not-reachable` or `offline` when there is no response, else the AuthError.

export type PasswordChange = { password: string; current?: string; nonce?: string };

/** Mails a link to choose a new password; succeeds for addresses without an account too. */
export async function requestPasswordLink(email: string): Promise<void> {
  const redirectTo = toAbsoluteUrl(paths.setPassword);
  await unwrapAuthResult(dataClient().auth.resetPasswordForEmail(email, { redirectTo }));
}

/**
 * Changes the password of the signed-in person and ends their other sessions. `current` is the password until now, and
 * `nonce` the mailed code, where the service asked for them.
 */
export async function changePassword({ password, current, nonce }: PasswordChange): Promise<void> {
  const proof = { ...(current ? { current_password: current } : {}), ...(nonce ? { nonce } : {}) };
  await unwrapAuthResult(dataClient().auth.updateUser({ password, ...proof }));
}

/** Mails the code that the service asks for before it changes the password in an old session. */
export async function requestNonce(): Promise<void> {
  await unwrapAuthResult(dataClient().auth.reauthenticate());
}

/** Requests another address. Nothing changes until it is confirmed by mail. */
export async function requestEmailChange(email: string): Promise<void> {
  await unwrapAuthResult(dataClient().auth.updateUser({ email }, { emailRedirectTo: toAbsoluteUrl(paths.settings) }));
}

const toAbsoluteUrl = (path: string) => `${window.location.origin}${path}`;

/** The key for an authenticator app: as a QR code, as text and as a link for this device. */
export type FactorSetup = { factorId: string; qrCodeAddress: string; secret: string; uri: string };

const SVG_ADDRESS = /^data:image\/svg\+xml;utf-?8,/;

/** Enrolls a second factor, which counts once `verifyCode` succeeded. Drops earlier ones that were never verified. */
export async function startFactor(): Promise<FactorSetup> {
  for (const { id } of (await loadFactors()).filter(({ status }) => status === 'unverified')) await dropFactor(id);
  const issuer = getInstallation().appName;
  const { data } = await unwrapAuthResult(dataClient().auth.mfa.enroll({ factorType: 'totp', issuer }));
  const { qr_code: qrCode, secret, uri } = data.totp;
  const svg = qrCode.replace(SVG_ADDRESS, '');
  // Not every browser accepts unescaped markup in a data URL.
  return { factorId: data.id, qrCodeAddress: `data:image/svg+xml,${encodeURIComponent(svg)}`, secret, uri };
}

/** Verifies a code of the app. This session then has the second factor, and those without it end. */
export async function verifyCode(factorId: string, code: string): Promise<void> {
  await unwrapAuthResult(dataClient().auth.mfa.challengeAndVerify({ factorId, code }));
}

/** Removes the second factor of the signed-in person, proven by a fresh code. Does nothing when there is none. */
export async function removeFactors(code: string): Promise<void> {
  const factors = (await loadFactors()).filter(isUsable);
  const [factor] = factors;
  if (factor === undefined) return;
  await verifyCode(factor.id, code);
  for (const { id } of factors) await dropFactor(id);
  // The current token still claims the factor.
  await unwrapAuthResult(dataClient().auth.refreshSession());
}

/** Whether a factor takes codes of an authenticator app. */
export function isUsable({ factor_type, status }: Pick<Factor, 'factor_type' | 'status'>): boolean {
  return factor_type === 'totp' && status === 'verified';
}

async function loadFactors(): Promise<readonly Factor[]> {
  const { data } = await unwrapAuthResult(dataClient().auth.mfa.listFactors());
  return data.all;
}

async function dropFactor(factorId: string): Promise<void> {
  await unwrapAuthResult(dataClient().auth.mfa.unenroll({ factorId }));
}
