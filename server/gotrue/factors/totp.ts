import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** The clock of a phone may be off by this many time steps of 30 s. */
const WINDOW_STEPS = 1;

/** A new secret, as base32 text, as an `otpauth:` address and as a QR code in SVG. */
export function createTotp(issuer: string, account: string): { secret: string; uri: string; qrCode: string } {
  const totp = new TOTP({ issuer, label: account, secret: new Secret() });
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qrCode: renderSVG(uri, { ecc: 'M' }) };
}

/** The time step of a code, counted in 30 s since 1970; null when the code is wrong. */
export function findTimeStep(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, window: WINDOW_STEPS, timestamp: now });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
