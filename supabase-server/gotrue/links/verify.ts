import type { Context, Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import type { TransactionSql } from '../../connections/sql.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { CODE_ATTEMPTS, LIMITS } from '../limits/rate-limit.ts';
import { issueAuthCode } from '../pkce/flow-state.ts';
import { removeOtherIdentities } from '../providers/identities.ts';
import { readBody } from '../read-body.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { readCode } from '../secrets.ts';
import { readDevice, requireNotBanned } from '../sessions/sessions.ts';
import { readPasswordHash, resetAccount } from '../users/unconfirmed-account.ts';
import {
  confirmEmail,
  createIdentityData,
  findUser,
  isEmailProven,
  lockUser,
  normalizeEmail,
  requireEmail,
  type UserRow,
} from '../users/users.ts';
import { confirmEmailChange } from './email-change.ts';
import type { ConsumedToken, TokenType } from './mail-links.ts';
import { readRedirectTo, withError, withFragment, withQuery, withSession } from './redirects.ts';

const E164 = /^[1-9]\d{1,14}$/;

/** The tokens that each type of verification accepts. Links and codes to sign in and to recover share a token. */
const TOKEN_TYPES = new Map<string, readonly TokenType[]>(
  Object.entries({
    signup: ['confirmation_token'],
    invite: ['confirmation_token'],
    magiclink: ['recovery_token'],
    recovery: ['recovery_token'],
    email: ['confirmation_token', 'recovery_token'],
    email_change: ['email_change_token_current', 'email_change_token_new'],
  }),
);

const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const verifyBody = z.object({
  type: z.string().optional(),
  token: z.string().optional(),
  token_hash: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
});
type VerifyBody = z.infer<typeof verifyBody>;

const LINK_OVER = 'Email link is invalid or has expired';
const CODE_OVER = 'Token has expired or is invalid';
const otpExpired = (message: string) => new AuthError(403, 'otp_expired', message);

function requireTokenTypes(type: string | undefined): readonly TokenType[] {
  if (!type) throw validationFailed('Verify requires a verification type');
  const tokenTypes = TOKEN_TYPES.get(type);
  if (!tokenTypes) throw validationFailed('Invalid email verification type');
  return tokenTypes;
}

const isEmailChange = (tokenType: TokenType) => tokenType.startsWith('email_change');

/** The address that a token of this type confirms now; null when there is none to confirm. */
function findEmailToConfirm(user: UserRow, tokenType: TokenType): string | null {
  if (!isEmailChange(tokenType)) return user.email;
  if (user.email_change === '') return null;
  return tokenType === 'email_change_token_new' ? user.email_change : user.email;
}

/**
 * Confirms the address of a locked account. The link of a sign-up keeps that sign-up's password and metadata; any other
 * token removes the password, and the metadata of an account that nobody used yet.
 * @returns whether a password was removed
 */
async function confirmAccount(tx: TransactionSql, user: UserRow, token: ConsumedToken): Promise<boolean> {
  const password = readPasswordHash(user);
  const isNew = user.email_confirmed_at === null;
  const isOfSignUp = isNew && token.tokenType === 'confirmation_token' && token.encryptedPassword === password;
  const isReset = !isEmailProven(user) && !isOfSignUp;
  if (isReset) {
    const metadata = isNew ? createIdentityData(user) : user.raw_user_meta_data;
    await resetAccount(tx, user, { metadata, keep: { flowId: token.flowId, tokenId: token.id } });
    await removeOtherIdentities(tx, user.id);
  }
  await confirmEmail(tx, user.id);
  return isReset && password !== null;
}

/**
 * The account and the PKCE flow of a token, and whether a password was removed; or that the other address has to confirm
 * as well.
 */
type Verification = { user: UserRow; flowId: string | null; hasLostPassword: boolean } | 'half-confirmed';

/** `GET /verify`, where the link of a mail leads, and `POST /verify` for its button, for codes and for clients that bring the token. */
export function serveVerify(app: Hono<AppEnv>, dependencies: RequestDependencies): void {
  const { sql, config, links, mails, sessions, limiter, signInSources } = dependencies;

  /** Null when the token was mailed to another address than the one that it would confirm now. */
  const confirm = async (tx: TransactionSql, token: ConsumedToken): Promise<Verification | null> => {
    const account = await lockUser(tx, token.userId);
    if (account === null || token.email !== findEmailToConfirm(account, token.tokenType)) return null;
    requireNotBanned(account, 403);
    const { flowId } = token;
    if (isEmailChange(token.tokenType)) {
      const user = await confirmEmailChange(tx, dependencies, token, account);
      return user === null ? 'half-confirmed' : { user, flowId, hasLostPassword: false };
    }
    const hasLostPassword = await confirmAccount(tx, account, token);
    if (hasLostPassword) await links.sendNotice(tx, account, 'password_removed');
    return { user: (await findUser(tx, account.id)) ?? account, flowId, hasLostPassword };
  };

  // Null is returned rather than thrown in the transaction: an expired token stays consumed, a wrong code stays counted.
  const verifyLink = (link: Parameters<typeof links.consumeLink>[1]) =>
    mails.transaction(async (tx) => {
      const consumed = await links.consumeLink(tx, link);
      return consumed && confirm(tx, consumed);
    });

  const verifyCode = async (c: Context, body: VerifyBody, tokenTypes: readonly TokenType[]) => {
    if (!body.token || !body.email) {
      throw validationFailed('Only an email address or phone number should be provided on verify');
    }
    const email = requireEmail(body.email);
    await signInSources.consumeAttempt(c, email, CODE_ATTEMPTS);
    const code = readCode(body.token);
    return mails.transaction(async (tx) => {
      const consumed = await links.consumeCode(tx, { code, email, tokenTypes });
      return consumed && confirm(tx, consumed);
    });
  };

  /** A link always works, whatever its network has used up: only what is rejected counts. */
  const requireVerified = (c: Context, message: string, verify: () => Promise<Verification | null>) =>
    limiter.countRejected(LIMITS.verifyByAddress, c, async () => {
      const verification = await verify();
      if (verification === null) throw otpExpired(message);
      return verification;
    });

  /** Where the browser goes next: with an auth code under PKCE, else with the session. */
  const signInRedirect = async (c: Context, redirectTo: string, type: string, verification: Verification) => {
    if (verification === 'half-confirmed') return withFragment(redirectTo, { message: HALF_CONFIRMED });
    const { user, flowId, hasLostPassword } = verification;
    if (flowId !== null) return withQuery(redirectTo, { code: await issueAuthCode(sql, flowId, user.id) });
    const session = await sessions.open(user, 'otp', readDevice(c));
    // Whoever signed up wants a password, so clients ask them for a new one.
    const purpose = hasLostPassword && type === 'signup' ? 'recovery' : type;
    return withSession(redirectTo, session, { type: purpose });
  };

  // Mail servers follow links before people do, so that a link only shows a button, whose form posts the same query.
  app.get('/verify', (c) => c.redirect(`${config.publicUrl}/follow-link#${new URL(c.req.url).search.slice(1)}`, 303));

  const followLink = async (c: Context) => {
    const redirectTo = readRedirectTo(c, config.publicUrl);
    try {
      const type = c.req.query('type');
      const token = c.req.query('token') ?? c.req.query('token_hash') ?? '';
      // The code of the same mail works on, as somebody may press twice.
      const link = { token, tokenTypes: requireTokenTypes(type), keepsCode: true };
      const verification = await requireVerified(c, LINK_OVER, () => verifyLink(link));
      c.header('cache-control', 'no-store');
      return c.redirect(await signInRedirect(c, redirectTo, type ?? '', verification), 303);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      return c.redirect(withError(redirectTo, 'access_denied', error), 303);
    }
  };

  app.post('/verify', async (c) => {
    if (c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')) return followLink(c);
    const body = await readBody(c, verifyBody);
    if (body.phone) {
      requirePhoneNumber(body.phone);
      // No code was ever sent to a phone number.
      throw otpExpired(CODE_OVER);
    }
    const tokenTypes = requireTokenTypes(body.type);
    const { token_hash: token } = body;
    const verification = token
      ? await requireVerified(c, LINK_OVER, () => verifyLink({ token, tokenTypes, keepsCode: false }))
      : await requireVerified(c, CODE_OVER, () => verifyCode(c, body, tokenTypes));
    if (verification === 'half-confirmed') return c.json({ msg: HALF_CONFIRMED, code: '200' });
    const { user } = verification;
    c.header('cache-control', 'no-store');
    const session = await sessions.open(user, 'otp', readDevice(c));
    await signInSources.remember(c, normalizeEmail(user.email), user.id);
    return c.json(session);
  });
}

function requirePhoneNumber(phone: string): void {
  if (E164.test(phone.replace(/^\+/, '').replaceAll(' ', ''))) return;
  throw validationFailed('Invalid phone number format (E.164 required)');
}
