import { isIP } from 'node:net';
import type { Context, Hono } from 'hono';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import { getClientAddress } from '../../client-address.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { LIMITS } from '../limits/rate-limit.ts';
import { readBody } from '../read-body.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { createSecretBox } from '../secrets.ts';
import { requireAnySession, requireAssurance, requireSession } from '../sessions/require-session.ts';
import { isEmailProven, type UserRow } from '../users/users.ts';
import {
  acceptCode,
  createChallenge,
  findFactor,
  insertFactor,
  removeFactor,
  requireOpenChallenge,
} from './factor-store.ts';

/** The clock of a phone may be off by this many time steps of 30 s. */
const WINDOW_STEPS = 1;
const DISABLED_TYPES = new Map([
  ['phone', 'Phone'],
  ['webauthn', 'WebAuthn'],
]);

const enrollBody = z.object({
  friendly_name: z.string().max(100).optional(),
  factor_type: z.string().optional(),
  issuer: z.string().max(100).optional(),
});
/** Other digits than these have more bytes, at which comparing codes fails. */
const CODE = /^[0-9]{6}$/;
const verifyBody = z.object({ challenge_id: z.string().optional(), code: z.string().optional() });

/** @throws AuthError for every factor type but TOTP */
function requireTotp(type = ''): void {
  if (type === 'totp') return;
  const name = DISABLED_TYPES.get(type);
  if (name) throw new AuthError(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${name}`);
  throw validationFailed('factor_type needs to be totp, phone, or webauthn');
}

/** A new secret, as base32 text, as an `otpauth:` address and as a QR code in SVG. */
function createTotp(issuer: string, account: string) {
  const totp = new TOTP({ issuer, label: account, secret: new Secret() });
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qrCode: renderSVG(uri, { ecc: 'M' }) };
}

/** The time step of a code, counted in 30 s since 1970; null when the code is wrong. */
function findTimeStep(secret: string, code: string, now: number): number | null {
  if (!CODE.test(code)) return null;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, window: WINDOW_STEPS, timestamp: now });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

export function serveFactors(app: Hono<AppEnv>, dependencies: RequestDependencies): void {
  const { sql, sessions, limiter, links, mails, now, readSettings } = dependencies;
  // Encrypted, so that a copy of the database does not generate codes.
  const secrets = createSecretBox(dependencies.secretKey, 'secrets of second factors');
  /** A verified factor may be shown at aal1; adding another one takes the assurance that the account needs. */
  const requireFactor = async (c: Context<AppEnv>, id: string) => {
    const session = await requireAnySession(c, dependencies);
    const factor = await findFactor(sql, session.user.id, id);
    if (factor.status !== 'verified') {
      await requireAssurance(dependencies, { userId: session.user.id, aal: session.aal });
    }
    return { session, factor };
  };

  /**
   * Requires a confirmed address. A link in a mail does not replace a second factor, so a stranger who enrolled one would lock out
   * the owner of the address.
   * @throws AuthError `mfa_totp_enroll_not_enabled`, `email_not_confirmed`
   */
  const requireEnrolment = async (user: UserRow) => {
    const settings = await readSettings();
    if (!settings.twoFactorAllowed) {
      throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
    }
    if (!isEmailProven(user)) {
      const message = 'Confirm your email address first: log in with a code or a link from a mail';
      throw new AuthError(422, 'email_not_confirmed', message);
    }
    return settings;
  };

  app.post('/factors', async (c) => {
    const { user } = await requireSession(c, dependencies);
    const { friendly_name = '', factor_type, issuer } = await readBody(c, enrollBody);
    requireTotp(factor_type);
    const { appName } = await requireEnrolment(user);
    const { secret, uri, qrCode } = createTotp(issuer || appName, user.email);
    const newFactor = { userId: user.id, friendlyName: friendly_name, secret: await secrets.seal(secret) };
    const id = await insertFactor(sql, newFactor);
    c.header('cache-control', 'no-store');
    return c.json({ id, type: 'totp', friendly_name, totp: { qr_code: qrCode, secret, uri } });
  });

  app.post('/factors/:id/challenge', async (c) => {
    const { session, factor } = await requireFactor(c, c.req.param('id'));
    await limiter.consume(LIMITS.challengeByAccount, session.user.id);
    const address = getClientAddress(c);
    const challenge = await createChallenge(sql, factor.id, isIP(address) === 0 ? '0.0.0.0' : address);
    return c.json({ id: challenge.id, type: 'totp', expires_at: challenge.expires_at });
  });

  app.post('/factors/:id/verify', async (c) => {
    const { session, factor } = await requireFactor(c, c.req.param('id'));
    const { challenge_id = '', code = '' } = await readBody(c, verifyBody);
    if (factor.status !== 'verified') await requireEnrolment(session.user);
    await limiter.consume(LIMITS.factorByAccount, session.user.id);
    await requireOpenChallenge(sql, factor.id, challenge_id);
    const timeStep = findTimeStep(await secrets.unseal(factor.secret), code, now());
    const settings = await readSettings();
    const upgraded = await mails.transaction(async (tx) => {
      if (timeStep === null || !(await acceptCode(tx, factor.id, challenge_id, timeStep))) return null;
      // The account now needs its factor, so sessions that only showed the password end.
      await tx`
        delete from auth.sessions where user_id = ${session.user.id} and id <> ${session.id} and aal = 'aal1'`;
      if (factor.status !== 'verified') await links.sendNotice(tx, session.user, 'factor_added');
      return sessions.upgradeToAal2(tx, session, factor.id, settings);
    });
    if (upgraded === null) throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    c.header('cache-control', 'no-store');
    return c.json(upgraded);
  });

  app.delete('/factors/:id', async (c) => {
    const { user } = await requireSession(c, dependencies);
    const factor = await findFactor(sql, user.id, c.req.param('id'));
    await removeFactor(dependencies, user, factor);
    return c.json({ id: factor.id });
  });
}
