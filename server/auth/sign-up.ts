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
import { userView, viewOfNobody } from './user-view.ts';
import { createUser, findUserByEmail } from './users.ts';

const body = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...challengeFields,
});

/** `POST /signup`: an account, and the mail that confirms its address. */
export function createSignUp({ sql, config, links, limiter }: AuthParts): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/signup', async (c) => {
    const wish = await readBody(c, body);
    if (wish.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
    if (!wish.email && !wish.password) {
      throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
    }
    if (!wish.email || !wish.password) {
      throw new AuthError(400, 'validation_failed', 'Signup requires a valid password');
    }
    const email = requireEmail(wish.email);
    requireAcceptablePassword(wish.password);
    const challenge = challengeOf(wish);
    await limiter.take(LIMITS.signUpByAddress, addressOf(c));
    await takeMail(limiter, c, email);

    const metadata = wish.data ?? {};
    // Hashed whether or not it is needed: the time of the answer must not tell which addresses have accounts.
    const encryptedPassword = await hashPassword(wish.password);
    const created = await sql.begin((tx) => createUser(tx, { email, encryptedPassword, metadata }));
    // An unconfirmed account gets its link again and keeps its password, as we cannot know who is asking.
    const user = created ?? (await findUserByEmail(sql, email));
    if (user === null || user.email_confirmed_at !== null) return c.json(viewOfNobody(email, metadata));
    const flowId =
      challenge && (await startFlow(sql, { challenge, provider: 'email', method: 'email/signup', userId: user.id }));
    const redirectTo = allowedRedirect(c.req.query('redirect_to'), config.publicUrl);
    await links.send({ user, kind: 'signup', redirectTo, flowId });
    return c.json(
      created === null
        ? viewOfNobody(email, metadata)
        : await userView(sql, { ...created, confirmation_sent_at: new Date() }),
    );
  });
}
