import { Hono } from 'hono';
import type { TransactionSql } from 'postgres';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import { AuthError, phoneDisabled } from '../auth-error.ts';
import { readClientNetwork } from '../limits/client-network.ts';
import { respondInConstantTime } from '../limits/constant-time-response.ts';
import { consumeMailLimits, LIMITS } from '../limits/rate-limit.ts';
import { codeChallengeFields, parseCodeChallenge } from '../pkce/code-challenge.ts';
import { createFlowState } from '../pkce/flow-state.ts';
import { readBody } from '../read-body.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { requireEmail } from '../users/email-address.ts';
import { readPasswordHash, replaceSignUp } from '../users/unconfirmed-account.ts';
import { createUser, findUserByEmail, isBanned, lockUserByEmail, type UserRow } from '../users/users.ts';
import { readRedirectTo } from './redirects.ts';

const otpBody = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  create_user: z.boolean().default(true),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...codeChallengeFields,
});

async function findOrCreateUser(
  tx: TransactionSql,
  email: string,
  metadata: Record<string, unknown>,
): Promise<UserRow | null> {
  const user = await lockUserByEmail(tx, email);
  if (user !== null) {
    // A sign-up with a password keeps its metadata, which belongs to its own link.
    const isReplaceable = user.email_confirmed_at === null && readPasswordHash(user) === null;
    return isReplaceable ? replaceSignUp(tx, user, { encryptedPassword: null, metadata }) : user;
  }
  const created = await createUser(tx, { email, encryptedPassword: null, metadata });
  return created ?? lockUserByEmail(tx, email);
}

/** `POST /otp`: mails a link and a code that sign in. */
export function createOtp(dependencies: RequestDependencies): Hono<AppEnv> {
  const { sql, config, links, limiter } = dependencies;
  return new Hono<AppEnv>().post('/otp', async (c) => {
    const body = await readBody(c, otpBody);
    if (body.phone) throw phoneDisabled('Unsupported phone provider');
    const email = requireEmail(body.email);
    const challenge = parseCodeChallenge(body);
    await limiter.consume(LIMITS.signUpByAddress, readClientNetwork(c));
    await consumeMailLimits(limiter, c, email);
    // This tells whether there is an account, as GoTrue does; the limits above keep it from being asked of many.
    if (!body.create_user && (await findUserByEmail(sql, email)) === null) {
      throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
    }
    const redirectTo = readRedirectTo(c, config.publicUrl);
    return respondInConstantTime(c, dependencies, async (tx) => {
      const user = await findOrCreateUser(tx, email, body.data ?? {});
      if (user === null || isBanned(user)) return;
      const isNew = user.email_confirmed_at === null;
      const method = isNew ? 'email/signup' : 'magiclink';
      const flowId = await createFlowState(tx, { challenge, method, userId: user.id });
      await links.send(tx, { user, kind: isNew ? 'signup' : 'magiclink', redirectTo, flowId });
    });
  });
}
