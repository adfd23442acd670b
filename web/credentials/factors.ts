import type { Factor } from '@supabase/supabase-js';
import { authFailureOf } from '../data/auth-failure.ts';
import { dataClient } from '../data/connection.ts';

// What these throw is what `data.ts` says.

/** What an authenticator app is set up with: a picture to scan, the same to type and to open on this device. */
export type FactorSetup = { factorId: string; qrCodeAddress: string; secret: string; uri: string };

const SVG_ADDRESS = /^data:image\/svg\+xml;utf-?8,/;

/** Begins a second factor, which counts once `showCode` has proven it. What was begun and left before is dropped. */
export async function startFactor(): Promise<FactorSetup> {
  for (const { id } of (await loadFactors()).filter(({ status }) => status === 'unverified')) await dropFactor(id);
  const { data, error } = await dataClient().auth.mfa.enroll({ factorType: 'totp', issuer: 'Parqueo' });
  if (error) throw authFailureOf(error);
  const { qr_code: qrCode, secret, uri } = data.totp;
  const svg = qrCode.replace(SVG_ADDRESS, '');
  // Not every browser takes an address with unescaped markup in it.
  return { factorId: data.id, qrCodeAddress: `data:image/svg+xml,${encodeURIComponent(svg)}`, secret, uri };
}

/** Shows a code of the app. From then on this session has the second factor; those without it end. */
export async function showCode(factorId: string, code: string): Promise<void> {
  const { error } = await dataClient().auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw authFailureOf(error);
}

/** Removes the second factor of the signed-in person, who shows a fresh code. Without a factor nothing is left to do. */
export async function removeFactors(code: string): Promise<void> {
  const factors = (await loadFactors()).filter(isUsable);
  const [proving] = factors;
  if (proving === undefined) return;
  await showCode(proving.id, code);
  for (const { id } of factors) await dropFactor(id);
  // The token at hand still tells of the factor.
  const { error } = await dataClient().auth.refreshSession();
  if (error) throw authFailureOf(error);
}

/** Whether codes of an authenticator app can be shown for a factor. */
export function isUsable({ factor_type, status }: Pick<Factor, 'factor_type' | 'status'>): boolean {
  return factor_type === 'totp' && status === 'verified';
}

async function loadFactors(): Promise<readonly Factor[]> {
  const { data, error } = await dataClient().auth.mfa.listFactors();
  if (error) throw authFailureOf(error);
  return data.all;
}

async function dropFactor(factorId: string): Promise<void> {
  const { error } = await dataClient().auth.mfa.unenroll({ factorId });
  if (error) throw authFailureOf(error);
}
