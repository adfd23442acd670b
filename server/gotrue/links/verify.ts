import { type Context, Hono } from 'hono';
import type { TransactionSql } from 'postgres';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import { AuthError } from '../auth-error.ts';
import { LIMITS, readClientNetwork } from '../limits/rate-limit.ts';
import { issueAuthCode } from '../pkce/flow-state.ts';
import { readBody } from '../read-body.ts';
import { type RequestDependencies, readDevice } from '../request-dependencies.ts';
import { requireNotBanned } from '../sessions/sessions.ts';
import { requireEmail } from '../users/email-address.ts';
import { confirmAccount } from '../users/unconfirmed-account.ts';
import { findUser, lockUser, type UserRow } from '../users/users.ts';
import { confirmEmailChange } from './email-change.ts';
import type { ConsumedToken, TokenType } from './mail-links.ts';
import { sessionFragment, toAllowedRedirect, withError, withFragment, withQuery } from './redirects.ts';

/** Which tokens a type of verification takes. Links and codes to sign in, and to recover, are one kind. */
const TOKENS_OF_TYPE = new Map<string, readonly TokenType[]>(
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

const body = z.object({
  type: z.string().optional(),
  token: z.string().optional(),
  token_hash: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
});

const expiredLink = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
const expiredCode = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid');

/** @throws AuthError `validation_failed` */
function tokensOf(type: string | undefined): readonly TokenType[] {
  if (!type) throw new AuthError(400, 'validation_failed', 'Verify requires a verification type');
  const tokens = TOKENS_OF_TYPE.get(type);
  if (!tokens) throw new AuthError(400, 'validation_failed', 'Invalid email verification type');
  return tokens;
}

/** The address that a link of this kind confirms as the account is now; null when it has nothing to confirm. */
function addressToConfirm(user: UserRow, tokenType: TokenType): string | null {
  if (!tokenType.startsWith('email_change')) return user.email;
  if (user.email_change === '') return null;
  return tokenType === 'email_change_token_new' ? user.email_change : user.email;
}

/** Who a link or code belongs to; null for the first of the two links of a change of address. */
type Confirmed = { user: UserRow; flowId: string | null } | null;

/** `GET /verify`, where the link of a mail leads, and `POST /verify` for codes and for clients that bring the token. */
export function createVerify(parts: RequestDependencies): Hono<AppEnv> {
  const { sql, config, links, outbox, sessions, limiter } = parts;

  /** Null when the link went to another address than the one that it would confirm now. */
  const confirm = async (tx: TransactionSql, link: ConsumedToken): Promise<{ confirmed: Confirmed } | null> => {
    const account = await lockUser(tx, link.userId);
    if (account === null || link.email !== addressToConfirm(account, link.tokenType)) return null;
    requireNotBanned(account, 403);
    if (link.tokenType.startsWith('email_change')) {
      const user = await confirmEmailChange(tx, link, account, config.auth.doubleConfirmChanges);
      return { confirmed: user && { user, flowId: link.flowId } };
    }
    // Who reads the mail of an address has it, whatever the mail was for.
    if (await confirmAccount(tx, account, link)) await links.sendPasswordRemoved(tx, account);
    const user = (await findUser(tx, account.id)) ?? account;
    return { confirmed: { user, flowId: link.flowId } };
  };

  const follow = (token: string, tokenTypes: readonly TokenType[]) =>
    outbox.transaction(async (tx) => {
      const link = await links.consumeLink(tx, token, tokenTypes);
      // Not thrown in here: the link that came too late stays removed.
      return link && confirm(tx, link);
    });

  const enter = async (wish: z.infer<typeof body>, tokenTypes: readonly TokenType[]) => {
    if (!wish.token || !wish.email) {
      throw new AuthError(
        400,
        'validation_failed',
        'Only an email address or phone number should be provided on verify',
      );
    }
    const email = requireEmail(wish.email);
    await limiter.consume(LIMITS.codeByAccount, email);
    const code = wish.token.replaceAll(/[\s-]/g, '');
    return outbox.transaction(async (tx) => {
      const link = await links.consumeCode(tx, { code, email, tokenTypes });
      return link && confirm(tx, link);
    });
  };

  /** Where a browser that followed a link goes on: with the session, or with the code for it. */
  const landing = async (c: Context, back: string, type: string, confirmed: Confirmed): Promise<string> => {
    if (confirmed === null) return withFragment(back, { message: HALF_CONFIRMED });
    const { user, flowId } = confirmed;
    if (flowId !== null) return withQuery(back, { code: await issueAuthCode(sql, flowId, user.id) });
    return withFragment(back, { ...sessionFragment(await sessions.open(user, 'otp', readDevice(c))), type });
  };

  const app = new Hono<AppEnv>();

  app.get('/verify', async (c) => {
    // Mail servers look at links before their readers do; a look must not use the link up.
    if (c.req.method === 'HEAD') return c.body(null, 200);
    const back = toAllowedRedirect(c.req.query('redirect_to'), config.publicUrl);
    try {
      await limiter.consume(LIMITS.verifyByAddress, readClientNetwork(c));
      const type = c.req.query('type');
      const token = c.req.query('token') ?? c.req.query('token_hash') ?? '';
      const followed = await follow(token, tokensOf(type));
      if (followed === null) throw expiredLink();
      c.header('cache-control', 'no-store');
      return c.redirect(await landing(c, back, type ?? '', followed.confirmed), 303);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      return c.redirect(withError(back, 'access_denied', error), 303);
    }
  });

  app.post('/verify', async (c) => {
    const wish = await readBody(c, body);
    if (wish.phone) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
    const tokenTypes = tokensOf(wish.type);
    await limiter.consume(LIMITS.verifyByAddress, readClientNetwork(c));
    const verified = wish.token_hash ? await follow(wish.token_hash, tokenTypes) : await enter(wish, tokenTypes);
    if (verified === null) throw wish.token_hash ? expiredLink() : expiredCode();
    if (verified.confirmed === null) return c.json({ msg: HALF_CONFIRMED, code: '200' });
    c.header('cache-control', 'no-store');
    return c.json(await sessions.open(verified.confirmed.user, 'otp', readDevice(c)));
  });

  return app;
}
