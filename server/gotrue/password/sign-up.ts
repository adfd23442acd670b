import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { TransactionSql } from 'postgres';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import { AuthError } from '../auth-error.ts';
import { consumeMailLimits, LIMITS, readClientNetwork } from '../limits/rate-limit.ts';
import { toAllowedRedirect } from '../links/redirects.ts';
import { codeChallengeFields, parseCodeChallenge } from '../pkce/code-challenge.ts';
import { createFlowState } from '../pkce/flow-state.ts';
import { readBody } from '../read-body.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { requireEmail } from '../users/email-address.ts';
import { replaceSignUp } from '../users/unconfirmed-account.ts';
import { createSignUpResponse } from '../users/user-response.ts';
import { createUser, isBanned, lockUserByEmail, type UserRow } from '../users/users.ts';
import { hashPassword, requireAcceptablePassword } from './passwords.ts';

const body = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...codeChallengeFields,
});

/** @throws AuthError for everything but an address and a password that may be one */
function credentialsOf(wish: z.infer<typeof body>): { email: string; password: string } {
  if (wish.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  if (!wish.email && !wish.password) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  if (!wish.email || !wish.password) {
    throw new AuthError(400, 'validation_failed', 'Signup requires a valid password');
  }
  const email = requireEmail(wish.email);
  requireAcceptablePassword(wish.password);
  return { email, password: wish.password };
}

/** The account of an address that nobody has confirmed yet, with what this sign-up brought; else null. */
async function replaceUnconfirmed(
  tx: TransactionSql,
  email: string,
  signUp: Parameters<typeof replaceSignUp>[2],
): Promise<UserRow | null> {
  const known = await lockUserByEmail(tx, email);
  if (known === null || known.email_confirmed_at !== null || isBanned(known)) return null;
  return replaceSignUp(tx, known, signUp);
}

/**
 * `POST /signup`: an account, and the mail that confirms its address. The answer is the same, and takes as long, for an
 * address that has an account.
 */
export function createSignUp({ config, links, outbox, limiter, even }: RequestDependencies): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/signup', async (c) => {
    const wish = await readBody(c, body);
    const { email, password } = credentialsOf(wish);
    const challenge = parseCodeChallenge(wish);
    await limiter.consume(LIMITS.signUpByAddress, readClientNetwork(c));
    await consumeMailLimits(limiter, c, email);

    const metadata = wish.data ?? {};
    // Hashed whether or not it is needed: the time of the answer must not tell which addresses have accounts.
    const encryptedPassword = await hashPassword(password);
    const pause = even.pause();
    const redirectTo = toAllowedRedirect(c.req.query('redirect_to'), config.publicUrl);
    const ids = { id: randomUUID(), identityId: randomUUID() };
    const view = await outbox.transaction(async (tx) => {
      const created = await createUser(tx, { ids, email, encryptedPassword, metadata });
      const user = created ?? (await replaceUnconfirmed(tx, email, { encryptedPassword, metadata }));
      if (user !== null) {
        const flow = { provider: 'email', method: 'email/signup', userId: user.id };
        const flowId = challenge && (await createFlowState(tx, { challenge, ...flow }));
        await links.send(tx, { user, kind: 'signup', redirectTo, flowId, encryptedPassword });
      }
      return createSignUpResponse(tx, { ids, email, metadata });
    });
    await pause;
    return c.json(view);
  });
}
