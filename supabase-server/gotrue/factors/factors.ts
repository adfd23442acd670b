import { isIP } from 'node:net';
import type { Context, Hono } from 'hono';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import { getClientAddress } from '../../client-address.ts';
import type { TransactionSql } from '../../connections/sql.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { LIMITS, type Limit } from '../limits/rate-limit.ts';
import { hasRecentProof, requireRecentProof } from '../password/reauthenticate.ts';
import { readBody } from '../read-body.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { createSecretBox, readCode } from '../secrets.ts';
import { requireAnySession, requireAssurance, requireSession } from '../sessions/require-session.ts';
import type { OpenSession } from '../sessions/sessions.ts';
import { isEmailProven } from '../users/users.ts';
import {
  acceptCode,
  createChallenge,
  findFactor,
  insertFactor,
  listVerifiedFactors,
  removeFactor,
  removeFactorsByLink,
  requireOpenChallenge,
} from './factor-store.ts';
import { consumeRecoveryCode, serveRecoveryCodes } from './recovery-codes.ts';

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
const removalBody = z.object({ token: z.string().optional() });

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
  serveRecoveryCodes(app, dependencies);
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

  /** Whoever knows the password alone uses up no attempt of an owner whose session a mail has opened. */
  const countAttempt = async (limit: Limit, session: OpenSession) => {
    const isProven = await hasRecentProof(dependencies, session);
    await limiter.consume(limit, `${isProven ? 'proven ' : ''}${session.user.id}`);
  };

  /**
   * Requires a confirmed address and a recent proof. A link in a mail does not replace a second factor, so a stranger who enrolled
   * one would lock out the owner of the account.
   */
  const requireEnrolment = async (session: OpenSession) => {
    const settings = await readSettings();
    if (!settings.twoFactorAllowed) {
      throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
    }
    if (!isEmailProven(session.user)) {
      const message = 'Confirm your email address first: log in with a code or a link from a mail';
      throw new AuthError(422, 'email_not_confirmed', message);
    }
    await requireRecentProof(dependencies, session);
    return settings;
  };

  /**
   * Upgrades a session whose person has shown the factor, if `accept` says so in the transaction. The account now needs its
   * factor, so sessions that only showed the password end.
   */
  const upgrade = async (
    c: Context,
    session: OpenSession,
    factorId: string,
    accept: (tx: TransactionSql) => Promise<boolean>,
  ) => {
    const settings = await readSettings();
    const upgraded = await mails.transaction(async (tx) => {
      await sessions.lock(tx, session);
      if (!(await accept(tx))) return null;
      await tx`
        delete from auth.sessions where user_id = ${session.user.id} and id <> ${session.id} and aal = 'aal1'`;
      return sessions.upgradeToAal2(tx, session, factorId, settings);
    });
    if (upgraded === null) throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    c.header('cache-control', 'no-store');
    return c.json(upgraded);
  };

  /** Tells the owner, once a factor counts. The first one can be taken off with a link. */
  const announce = async (tx: TransactionSql, { user }: OpenSession) => {
    const factors = await listVerifiedFactors(tx, user.id);
    if (factors.length === 1) await links.sendFactorAdded(tx, user);
    else await links.sendNotice(tx, user, 'another_factor_added');
  };

  app.post('/factors', async (c) => {
    const session = await requireSession(c, dependencies);
    const { friendly_name = '', factor_type, issuer } = await readBody(c, enrollBody);
    requireTotp(factor_type);
    const { appName } = await requireEnrolment(session);
    const { secret, uri, qrCode } = createTotp(issuer || appName, session.user.email);
    const newFactor = { userId: session.user.id, friendlyName: friendly_name, secret: await secrets.seal(secret) };
    const id = await insertFactor(sql, newFactor);
    c.header('cache-control', 'no-store');
    return c.json({ id, type: 'totp', friendly_name, totp: { qr_code: qrCode, secret, uri } });
  });

  // Before the paths with an id, which it would match.
  app.post('/factors/recovery-codes/verify', async (c) => {
    const session = await requireAnySession(c, dependencies);
    const { code = '' } = await readBody(c, verifyBody);
    await countAttempt(LIMITS.factorByAccount, session);
    const [factor] = await listVerifiedFactors(sql, session.user.id);
    if (!factor) throw new AuthError(422, 'mfa_factor_not_found', 'No verified factor needs a recovery code');
    return upgrade(c, session, factor.id, (tx) => consumeRecoveryCode(tx, dependencies, session.user, code));
  });

  app.post('/factors/:id/challenge', async (c) => {
    const { session, factor } = await requireFactor(c, c.req.param('id'));
    await countAttempt(LIMITS.challengeByAccount, session);
    const address = getClientAddress(c);
    const challenge = await createChallenge(sql, factor.id, isIP(address) === 0 ? '0.0.0.0' : address);
    return c.json({ id: challenge.id, type: 'totp', expires_at: challenge.expires_at });
  });

  app.post('/factors/:id/verify', async (c) => {
    const { session, factor } = await requireFactor(c, c.req.param('id'));
    const { challenge_id = '', code = '' } = await readBody(c, verifyBody);
    const isNew = factor.status !== 'verified';
    if (isNew) await requireEnrolment(session);
    await countAttempt(LIMITS.factorByAccount, session);
    await requireOpenChallenge(sql, factor.id, challenge_id);
    const timeStep = findTimeStep(await secrets.unseal(factor.secret), readCode(code), now());
    return upgrade(c, session, factor.id, async (tx) => {
      const isRight =
        timeStep === null
          ? !isNew && (await consumeRecoveryCode(tx, dependencies, session.user, code))
          : await acceptCode(tx, factor.id, timeStep);
      if (!isRight) return false;
      await tx`update auth.mfa_challenges set verified_at = now() where id = ${challenge_id}`;
      if (isNew) await announce(tx, session);
      return true;
    });
  });

  // The secret of the mail is enough: whoever is locked out has no session. Only a POST acts, as mail servers follow links.
  app.post('/factors/removal', async (c) => {
    const { token = '' } = await readBody(c, removalBody);
    await limiter.countRejected(LIMITS.verifyByAddress, c, async () => {
      if (await removeFactorsByLink(dependencies, token)) return;
      throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
    });
    return c.json({});
  });

  app.delete('/factors/:id', async (c) => {
    const session = await requireSession(c, dependencies);
    const factor = await findFactor(sql, session.user.id, c.req.param('id'));
    if (factor.status === 'verified') await requireRecentProof(dependencies, session);
    await removeFactor(dependencies, session.user, factor);
    return c.json({ id: factor.id });
  });
}
