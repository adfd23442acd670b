import { Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../caller.ts';
import { AuthError } from './auth-error.ts';
import type { AuthParts } from './auth-parts.ts';
import { hashPassword, requireAcceptablePassword } from './passwords.ts';
import { addressOf, LIMITS } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { allowedRedirect } from './redirects.ts';
import { createUser, findUserByEmail, normalizeEmail, userView, viewOfNobody } from './users.ts';

const body = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
});
const resendBody = z.object({ type: z.string(), email: z.string().optional() });

const emailAddress = z.email().max(255);

/** @throws AuthError `validation_failed` */
function requireEmail(email: string | undefined): string {
  const normal = normalizeEmail(email ?? '');
  if (!emailAddress.safeParse(normal).success) {
    throw new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format');
  }
  return normal;
}

/** `POST /signup` and `POST /resend`: an account, and the link that confirms its address. */
export function createSignUp({ sql, config, confirmation, limiter }: AuthParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.post('/signup', async (c) => {
    const wish = await readBody(c, body);
    if (wish.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
    if (!wish.email || !wish.password) {
      throw new AuthError(400, 'validation_failed', 'Signup requires a valid password');
    }
    const email = requireEmail(wish.email);
    requireAcceptablePassword(wish.password);
    await limiter.take(LIMITS.signUpByAddress, addressOf(c));
    await limiter.take(LIMITS.mailByAccount, email);

    const metadata = wish.data ?? {};
    // Hashed whether or not it is needed: the time of the answer must not tell which addresses have accounts.
    const encryptedPassword = await hashPassword(wish.password);
    const created = await sql.begin((tx) => createUser(tx, { email, encryptedPassword, metadata }));
    // An unconfirmed account gets its link again and keeps its password, as we cannot know who is asking.
    const user = created ?? (await findUserByEmail(sql, email));
    if (user === null || user.email_confirmed_at !== null) return c.json(viewOfNobody(email, metadata));
    await confirmation.send(user, allowedRedirect(c.req.query('redirect_to'), config.publicUrl));
    return c.json(
      created === null
        ? viewOfNobody(email, metadata)
        : await userView(sql, { ...created, confirmation_sent_at: new Date() }),
    );
  });

  app.post('/resend', async (c) => {
    const wish = await readBody(c, resendBody);
    if (wish.type !== 'signup')
      throw new AuthError(400, 'validation_failed', 'Only links of type signup can be sent again');
    const email = requireEmail(wish.email);
    await limiter.take(LIMITS.mailByAccount, email);
    const user = await findUserByEmail(sql, email);
    if (user !== null && user.email_confirmed_at === null) {
      await confirmation.send(user, allowedRedirect(c.req.query('redirect_to'), config.publicUrl));
    }
    return c.json({});
  });

  return app;
}
