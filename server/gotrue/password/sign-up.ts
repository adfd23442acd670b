import { Hono } from 'hono';
import type { TransactionSql } from 'postgres';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import { AuthError, phoneDisabled, validationFailed } from '../auth-error.ts';
import { readClientNetwork } from '../limits/client-network.ts';
import { waitForConstantTime } from '../limits/constant-time-response.ts';
import { consumeMailLimits, LIMITS } from '../limits/rate-limit.ts';
import { readRedirectTo } from '../links/redirects.ts';
import { codeChallengeFields, parseCodeChallenge } from '../pkce/code-challenge.ts';
import { createFlowState } from '../pkce/flow-state.ts';
import { readBody } from '../read-body.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { requireEmail } from '../users/email-address.ts';
import { replaceSignUp } from '../users/unconfirmed-account.ts';
import { createSignUpResponse } from '../users/user-response.ts';
import { createIds, createUser, isBanned, lockUserByEmail } from '../users/users.ts';
import { hashPassword, requireAcceptablePassword } from './passwords.ts';

const signUpBody = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...codeChallengeFields,
});

/** @throws AuthError when address or password are missing or not acceptable */
function requireCredentials({ email, phone, password }: z.infer<typeof signUpBody>) {
  if (phone) throw phoneDisabled('Phone signups are disabled');
  if (!email) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  if (!password) throw validationFailed('Signup requires a valid password');
  const normalized = requireEmail(email);
  requireAcceptablePassword(password);
  return { email: normalized, password };
}

/** The unconfirmed account of an address with the password and metadata of this sign-up; null when it is confirmed. */
async function replaceUnconfirmed(tx: TransactionSql, email: string, signUp: Parameters<typeof replaceSignUp>[2]) {
  const user = await lockUserByEmail(tx, email);
  if (user === null || user.email_confirmed_at !== null || isBanned(user)) return null;
  return replaceSignUp(tx, user, signUp);
}

/**
 * `POST /signup`: creates an account and mails the link that confirms its address. The response and its time are the same
 * for an address that has an account.
 */
export function createSignUp({ config, links, outbox, limiter }: RequestDependencies): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/signup', async (c) => {
    const body = await readBody(c, signUpBody);
    const { email, password } = requireCredentials(body);
    const challenge = parseCodeChallenge(body);
    await limiter.consume(LIMITS.signUpByAddress, readClientNetwork(c));
    await consumeMailLimits(limiter, c, email);

    const metadata = body.data ?? {};
    // Hashed also when it is not needed, so that the response takes as long.
    const encryptedPassword = await hashPassword(password);
    const constantTime = waitForConstantTime();
    const redirectTo = readRedirectTo(c, config.publicUrl);
    const ids = createIds();
    const response = await outbox.transaction(async (tx) => {
      const created = await createUser(tx, { ids, email, encryptedPassword, metadata });
      const user = created ?? (await replaceUnconfirmed(tx, email, { encryptedPassword, metadata }));
      if (user !== null) {
        const flowId = await createFlowState(tx, { challenge, method: 'email/signup', userId: user.id });
        await links.send(tx, { user, kind: 'signup', redirectTo, flowId, encryptedPassword });
      }
      return createSignUpResponse(tx, { ids, email, metadata });
    });
    await constantTime;
    return c.json(response);
  });
}
