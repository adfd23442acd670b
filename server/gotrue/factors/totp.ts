import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** Clocks of telephones may be this many steps of 30 s off. */
const WINDOW_STEPS = 1;

/** What an authenticator app is set up with. */
export type TotpSetup = { secret: string; uri: string; qrCode: string };

/** A new secret, as text to type, as an address to open and as a picture to scan. */
export function createTotp(issuer: string, account: string): TotpSetup {
  const totp = new TOTP({ issuer, label: account, secret: new Secret() });
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qrCode: renderSVG(uri, { ecc: 'M' }) };
}

/** The step (30 s each, since 1970) whose code this is, a step off at most; null when it is none. */
export function findTimeStep(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, window: WINDOW_STEPS, timestamp: now });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
