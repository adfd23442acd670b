import { Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import { AuthError, phoneDisabled } from '../auth-error.ts';
import { respondInConstantTime } from '../limits/constant-time-response.ts';
import { consumeMailLimits } from '../limits/rate-limit.ts';
import { codeChallengeFields, parseCodeChallenge } from '../pkce/code-challenge.ts';
import { createFlowState } from '../pkce/flow-state.ts';
import { readBody } from '../read-body.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { requireEmail } from '../users/email-address.ts';
import { findPasswordToConfirm } from '../users/unconfirmed-account.ts';
import { isBanned, lockUserByEmail } from '../users/users.ts';
import { requestEmailChange } from './email-change.ts';
import { readRedirectTo } from './redirects.ts';

const MISSING_TYPE = 'Missing one of these types: signup, email_change, sms, phone_change';

const resendBody = z.object({
  type: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  ...codeChallengeFields,
});

/** `POST /resend`: mails the confirmation of an address again; earlier links and codes of its kind end. */
export function createResend(dependencies: RequestDependencies): Hono<AppEnv> {
  const { config, links, limiter } = dependencies;
  return new Hono<AppEnv>().post('/resend', async (c) => {
    const body = await readBody(c, resendBody);
    if (body.phone) throw phoneDisabled('Unsupported phone provider');
    const { type } = body;
    if (type !== 'signup' && type !== 'email_change') throw new AuthError(400, 'validation_failed', MISSING_TYPE);
    const email = requireEmail(body.email);
    const challenge = parseCodeChallenge(body);
    await consumeMailLimits(limiter, c, email);
    const redirectTo = readRedirectTo(c, config.publicUrl);
    return respondInConstantTime(c, dependencies, async (tx) => {
      const user = await lockUserByEmail(tx, email);
      if (user === null || isBanned(user)) return;
      if (type === 'email_change') {
        if (user.email_change === '') return;
        await requestEmailChange(tx, dependencies, user, user.email_change, { redirectTo, challenge });
      } else if (user.email_confirmed_at === null) {
        const flowId = await createFlowState(tx, { challenge, method: 'email/signup', userId: user.id });
        const encryptedPassword = findPasswordToConfirm(user);
        await links.send(tx, { user, kind: 'signup', redirectTo, flowId, encryptedPassword });
      }
    });
  });
}
