import { Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../caller.ts';
import { AuthError } from './auth-error.ts';
import type { AuthParts } from './auth-parts.ts';
import { challengeFields, challengeOf } from './challenge.ts';
import { requireEmail } from './email-address.ts';
import { startFlow } from './flows.ts';
import { hashPassword, requireAcceptablePassword } from './passwords.ts';
import { addressOf, LIMITS, takeMail } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { allowedRedirect } from './redirects.ts';
import { replaceSignUp } from './unconfirmed-account.ts';
import { userView, viewOfNobody } from './user-view.ts';
import { createUser, isBanned, lockUserByEmail } from './users.ts';

const body = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...challengeFields,
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

/**
 * `POST /signup`: an account, and the mail that confirms its address. The answer is the same, and takes as long, for an
 * address that has an account.
 */
export function createSignUp({ sql, config, links, outbox, limiter, even }: AuthParts): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/signup', async (c) => {
    const wish = await readBody(c, body);
    const { email, password } = credentialsOf(wish);
    const challenge = challengeOf(wish);
    await limiter.take(LIMITS.signUpByAddress, addressOf(c));
    await takeMail(limiter, c, email);

    const metadata = wish.data ?? {};
    // Hashed whether or not it is needed: the time of the answer must not tell which addresses have accounts.
    const encryptedPassword = await hashPassword(password);
    const pause = even.pause();
    const redirectTo = allowedRedirect(c.req.query('redirect_to'), config.publicUrl);
    const created = await outbox.transaction(async (tx) => {
      const found = await createUser(tx, { email, encryptedPassword, metadata });
      const known = found ?? (await lockUserByEmail(tx, email));
      if (known === null || known.email_confirmed_at !== null || isBanned(known)) return null;
      const user = found ?? (await replaceSignUp(tx, known, { encryptedPassword, metadata }));
      const flow = { provider: 'email', method: 'email/signup', userId: user.id };
      const flowId = challenge && (await startFlow(tx, { challenge, ...flow }));
      await links.send(tx, { user, kind: 'signup', redirectTo, flowId, encryptedPassword });
      return found;
    });
    const view =
      created === null
        ? viewOfNobody(email, metadata)
        : await userView(sql, { ...created, confirmation_sent_at: new Date() });
    await pause;
    return c.json(view);
  });
}
