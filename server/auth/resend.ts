import { Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../caller.ts';
import { AuthError } from './auth-error.ts';
import type { AuthParts } from './auth-parts.ts';
import { challengeFields, challengeOf } from './challenge.ts';
import { requireEmail } from './email-address.ts';
import { sendEmailChange } from './email-change.ts';
import { startFlow } from './flows.ts';
import { takeMail } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { allowedRedirect } from './redirects.ts';
import { findUserByEmail, isBanned } from './users.ts';

const body = z.object({
  type: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  ...challengeFields,
});

/** `POST /resend`: the newest mail that confirms an address, once more; earlier links and codes of its kind end. */
export function createResend(parts: AuthParts): Hono<AppEnv> {
  const { sql, config, links, limiter, even } = parts;
  return new Hono<AppEnv>().post('/resend', async (c) => {
    const wish = await readBody(c, body);
    if (wish.phone) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
    if (wish.type !== 'signup' && wish.type !== 'email_change') {
      throw new AuthError(
        400,
        'validation_failed',
        'Missing one of these types: signup, email_change, sms, phone_change',
      );
    }
    const email = requireEmail(wish.email);
    const challenge = challengeOf(wish);
    await takeMail(limiter, c, email);
    const redirectTo = allowedRedirect(c.req.query('redirect_to'), config.publicUrl);
    await even.after(async () => {
      const user = await findUserByEmail(sql, email);
      if (user === null || isBanned(user)) return;
      if (wish.type === 'email_change') {
        if (user.email_change !== '') await sendEmailChange(parts, user, { redirectTo, challenge });
        return;
      }
      if (user.email_confirmed_at !== null) return;
      const flowId =
        challenge && (await startFlow(sql, { challenge, provider: 'email', method: 'email/signup', userId: user.id }));
      await links.send({ user, kind: 'signup', redirectTo, flowId });
    }, c.get('log'));
    return c.json({});
  });
}
