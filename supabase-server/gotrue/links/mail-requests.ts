import type { Context, Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import type { TransactionSql } from '../../connections/sql.ts';
import { AuthError, phoneDisabled, signupDisabled, validationFailed } from '../auth-error.ts';
import { respondInConstantTime } from '../background-tasks.ts';
import { isWithinLimit } from '../limits/rate-limit.ts';
import { codeChallengeFields, parseCodeChallenge } from '../pkce/flow-state.ts';
import { readBody } from '../read-body.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { findPasswordToConfirm, readPasswordHash, replaceSignUp } from '../users/unconfirmed-account.ts';
import { createUser, findUserByEmail, isBanned, lockUserByEmail, requireEmail } from '../users/users.ts';
import { requestEmailChange } from './email-change.ts';
import { readRedirectTo } from './redirects.ts';

const recoverBody = z.object({ email: z.string().optional(), ...codeChallengeFields });
const otpBody = recoverBody.extend({
  phone: z.string().optional(),
  create_user: z.boolean().default(true),
  data: z.record(z.string(), z.unknown()).nullish(),
});
const resendBody = recoverBody.extend({ phone: z.string().optional(), type: z.string().optional() });

type NewPerson = { email: string; metadata: Record<string, unknown>; mayCreate: boolean };

async function findOrCreateUser(tx: TransactionSql, { email, metadata, mayCreate }: NewPerson) {
  const user = await lockUserByEmail(tx, email);
  if (user !== null) {
    // A sign-up with a password keeps its metadata, which belongs to its own link.
    const isReplaceable = user.email_confirmed_at === null && readPasswordHash(user) === null;
    return isReplaceable ? replaceSignUp(tx, user, { encryptedPassword: null, metadata }) : user;
  }
  if (!mayCreate) return null;
  const created = await createUser(tx, { email, encryptedPassword: null, metadata });
  return created ?? lockUserByEmail(tx, email);
}

/** `POST /otp`, `/recover` and `/resend`: mail a link and a code, and tell nobody who has an account. */
export function serveMailRequests(app: Hono<AppEnv>, dependencies: RequestDependencies): void {
  const { sql, config, limiter, links, signInSources, readSettings } = dependencies;
  const parseTarget = (c: Context, body: z.infer<typeof recoverBody>) => ({
    email: requireEmail(body.email),
    challenge: parseCodeChallenge(body),
    redirectTo: readRedirectTo(c, config.publicUrl),
  });

  app.post('/otp', async (c) => {
    const body = await readBody(c, otpBody);
    if (body.phone) throw phoneDisabled('Unsupported phone provider');
    const { email, challenge, redirectTo } = parseTarget(c, body);
    await signInSources.consumeMail(c, email);
    // This tells whether there is an account, as GoTrue does; the limits above keep it from being asked of many.
    const { allowSignups } = await readSettings();
    const mayCreate = body.create_user && allowSignups;
    if (!mayCreate && (await findUserByEmail(sql, email)) === null) {
      throw allowSignups ? new AuthError(422, 'otp_disabled', 'Signups not allowed for otp') : signupDisabled();
    }
    return respondInConstantTime(c, dependencies, async (tx) => {
      const user = await findOrCreateUser(tx, { email, metadata: body.data ?? {}, mayCreate });
      if (user === null || isBanned(user)) return;
      const kind = user.email_confirmed_at === null ? 'signup' : 'magiclink';
      await links.send(tx, { user, kind, redirectTo, challenge });
    });
  });

  app.post('/recover', async (c) => {
    const { email, challenge, redirectTo } = parseTarget(c, await readBody(c, recoverBody));
    await signInSources.consumeMail(c, email);
    return respondInConstantTime(c, dependencies, async (tx) => {
      const user = await lockUserByEmail(tx, email);
      if (user === null || isBanned(user)) return;
      await links.send(tx, { user, kind: 'recovery', redirectTo, challenge });
    });
  });

  app.post('/resend', async (c) => {
    const body = await readBody(c, resendBody);
    if (body.phone) throw phoneDisabled('Phone logins are disabled');
    if (body.type !== 'signup' && body.type !== 'email_change') {
      throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change');
    }
    const { email, challenge, redirectTo } = parseTarget(c, body);
    await signInSources.consumeMail(c, email);
    return respondInConstantTime(c, dependencies, async (tx) => {
      const user = await lockUserByEmail(tx, email);
      if (user === null || isBanned(user)) return;
      if (body.type === 'email_change') {
        // Several accounts may ask for one address, which is a stranger's until it is confirmed.
        if (user.email_change === '' || !(await isWithinLimit(limiter.consumeMail(user.email_change)))) return;
        await requestEmailChange(tx, dependencies, user, user.email_change, { redirectTo, challenge });
      } else if (user.email_confirmed_at === null) {
        const encryptedPassword = findPasswordToConfirm(user);
        await links.send(tx, { user, kind: 'signup', redirectTo, challenge, encryptedPassword });
      }
    });
  });
}
