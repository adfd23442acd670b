import { Hono } from 'hono';
import type { TransactionSql } from 'postgres';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import { AuthError } from '../auth-error.ts';
import { consumeMailLimits } from '../limits/rate-limit.ts';
import { codeChallengeFields, parseCodeChallenge } from '../pkce/code-challenge.ts';
import { createFlowState } from '../pkce/flow-state.ts';
import { readBody } from '../read-body.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { requireEmail } from '../users/email-address.ts';
import { passwordToConfirm } from '../users/unconfirmed-account.ts';
import { isBanned, lockUserByEmail } from '../users/users.ts';
import { requestEmailChange } from './email-change.ts';
import { toAllowedRedirect } from './redirects.ts';

const body = z.object({
  type: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  ...codeChallengeFields,
});

/** `POST /resend`: the newest mail that confirms an address, once more; earlier links and codes of its kind end. */
export function createResend(parts: RequestDependencies): Hono<AppEnv> {
  const { config, links, outbox, limiter, even } = parts;
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
    const challenge = parseCodeChallenge(wish);
    await consumeMailLimits(limiter, c, email);
    const redirectTo = toAllowedRedirect(c.req.query('redirect_to'), config.publicUrl);
    const send = async (tx: TransactionSql) => {
      const user = await lockUserByEmail(tx, email);
      if (user === null || isBanned(user)) return;
      if (wish.type === 'email_change') {
        const { email_change } = user;
        if (email_change !== '') await requestEmailChange(tx, parts, user, email_change, { redirectTo, challenge });
        return;
      }
      if (user.email_confirmed_at !== null) return;
      const flowId =
        challenge &&
        (await createFlowState(tx, { challenge, provider: 'email', method: 'email/signup', userId: user.id }));
      const encryptedPassword = passwordToConfirm(user);
      await links.send(tx, { user, kind: 'signup', redirectTo, flowId, encryptedPassword });
    };
    await even.after(() => outbox.transaction(send), c.get('log'));
    return c.json({});
  });
}
