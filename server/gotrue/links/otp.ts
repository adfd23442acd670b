import { Hono } from 'hono';
import type { TransactionSql } from 'postgres';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import { AuthError } from '../auth-error.ts';
import { consumeMailLimits, LIMITS, readClientNetwork } from '../limits/rate-limit.ts';
import { codeChallengeFields, parseCodeChallenge } from '../pkce/code-challenge.ts';
import { createFlowState } from '../pkce/flow-state.ts';
import { readBody } from '../read-body.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { requireEmail } from '../users/email-address.ts';
import { replaceSignUpByCode } from '../users/unconfirmed-account.ts';
import { createUser, findUserByEmail, isBanned, lockUserByEmail, type UserRow } from '../users/users.ts';
import { toAllowedRedirect } from './redirects.ts';

const body = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  create_user: z.boolean().default(true),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...codeChallengeFields,
});

/** The account of an address, made without a password when there is none. */
async function findOrCreateUser(
  tx: TransactionSql,
  email: string,
  metadata: Record<string, unknown>,
): Promise<UserRow | null> {
  const known = await lockUserByEmail(tx, email);
  if (known !== null) return known.email_confirmed_at === null ? replaceSignUpByCode(tx, known, metadata) : known;
  const created = await createUser(tx, { email, encryptedPassword: null, metadata });
  return created ?? lockUserByEmail(tx, email);
}

/** `POST /otp`: a mail with a link and a code that sign its reader in. */
export function createOtp({ sql, config, links, outbox, limiter, even }: RequestDependencies): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/otp', async (c) => {
    const wish = await readBody(c, body);
    if (wish.phone) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
    const email = requireEmail(wish.email);
    const challenge = parseCodeChallenge(wish);
    await limiter.consume(LIMITS.signUpByAddress, readClientNetwork(c));
    await consumeMailLimits(limiter, c, email);
    // Who asks for this is told whether there is an account; the limits above keep it from being asked of many.
    if (!wish.create_user && (await findUserByEmail(sql, email)) === null) {
      throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
    }
    const redirectTo = toAllowedRedirect(c.req.query('redirect_to'), config.publicUrl);
    const send = async (tx: TransactionSql) => {
      const user = await findOrCreateUser(tx, email, wish.data ?? {});
      if (user === null || isBanned(user)) return;
      const isNew = user.email_confirmed_at === null;
      const method = isNew ? 'email/signup' : 'magiclink';
      const flowId =
        challenge && (await createFlowState(tx, { challenge, provider: 'email', method, userId: user.id }));
      await links.send(tx, { user, kind: isNew ? 'signup' : 'magiclink', redirectTo, flowId });
    };
    await even.after(() => outbox.transaction(send), c.get('log'));
    return c.json({});
  });
}
