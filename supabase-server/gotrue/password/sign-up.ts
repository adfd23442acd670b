import type { Context, Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import { AuthError, phoneDisabled, signupDisabled, validationFailed } from '../auth-error.ts';
import { waitForConstantTime } from '../background-tasks.ts';
import { LIMITS } from '../limits/rate-limit.ts';
import { readRedirectTo } from '../links/redirects.ts';
import { codeChallengeFields, parseCodeChallenge } from '../pkce/flow-state.ts';
import { readBody } from '../read-body.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { readDevice, type SessionResponse } from '../sessions/sessions.ts';
import { findPasswordToConfirm, replaceUnconfirmed } from '../users/unconfirmed-account.ts';
import { createSignUpResponse } from '../users/user-response.ts';
import { acceptUnprovenEmail, createIds, createUser, insertUser, requireEmail } from '../users/users.ts';
import { hashPassword, requireAcceptablePassword } from './passwords.ts';

const signUpBody = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...codeChallengeFields,
});

function requireCredentials({ email, phone, password }: z.infer<typeof signUpBody>, minLength: number) {
  if (phone) throw phoneDisabled('Phone signups are disabled');
  if (!password) throw validationFailed('Signup requires a valid password');
  const normalized = requireEmail(email);
  requireAcceptablePassword(password, minLength);
  return { email: normalized, password };
}

/** Opens the session of a guest: an account without an address, which this session alone reaches. */
async function signUpGuest(
  c: Context,
  { sql, sessions, limiter }: RequestDependencies,
  metadata: Record<string, unknown>,
): Promise<SessionResponse> {
  await limiter.consumeNetwork(LIMITS.guestByAddress, c);
  await limiter.consume(LIMITS.guests, 'all');
  const guest = await insertUser(sql, { ...createIds(), email: null, provider: null, metadata });
  if (guest === null) throw new Error('The guest was not stored');
  return sessions.open(guest, 'anonymous', readDevice(c));
}

type NewAccount = { email: string; password: string; metadata: Record<string, unknown> };

/**
 * Opens an account and a session where the operator requires no confirmation. An account that exists, confirmed or not,
 * is never opened: whoever signs up has not shown that its address is theirs.
 */
async function signUpWithoutMail(
  c: Context,
  { sql, sessions }: RequestDependencies,
  { email, password, metadata }: NewAccount,
): Promise<SessionResponse> {
  const encryptedPassword = await hashPassword(password);
  const user = await sql.begin(async (tx) => {
    const created = await createUser(tx, { email, encryptedPassword, metadata });
    if (created === null) throw new AuthError(422, 'user_already_exists', 'User already registered');
    return acceptUnprovenEmail(tx, created);
  });
  return sessions.open(user, 'password', readDevice(c));
}

/**
 * `POST /signup`: creates an account and mails the link that confirms its address. The response and its time are the same
 * for an address that has an account.
 */
export function serveSignUp(app: Hono<AppEnv>, dependencies: RequestDependencies): void {
  const { config, links, mails, limiter, signInSources, readSettings } = dependencies;
  app.post('/signup', async (c) => {
    const { allowSignups, allowGuests, emailConfirmationRequired, passwordMinLength } = await readSettings();
    if (!allowSignups) throw signupDisabled();
    const body = await readBody(c, signUpBody);
    if (!body.email && !body.phone) {
      if (!allowGuests) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
      c.header('cache-control', 'no-store');
      return c.json(await signUpGuest(c, dependencies, body.data ?? {}));
    }
    const { email, password } = requireCredentials(body, passwordMinLength);
    const challenge = parseCodeChallenge(body);
    const metadata = body.data ?? {};
    if (!emailConfirmationRequired) {
      await limiter.consumeNetwork(LIMITS.signUpByAddress, c);
      c.header('cache-control', 'no-store');
      return c.json(await signUpWithoutMail(c, dependencies, { email, password, metadata }));
    }
    await signInSources.consumeMail(c, email);

    // Hashed also when it is not needed, so that the response takes as long.
    const encryptedPassword = await hashPassword(password);
    const constantTime = waitForConstantTime();
    const redirectTo = readRedirectTo(c, config.publicUrl);
    const ids = createIds();
    const response = await mails.transaction(async (tx) => {
      const created = await createUser(tx, { ids, email, encryptedPassword, metadata });
      const user = created ?? (await replaceUnconfirmed(tx, email, { encryptedPassword, metadata }));
      if (user !== null) {
        const passwordToConfirm = findPasswordToConfirm(user);
        await links.send(tx, { user, kind: 'signup', redirectTo, challenge, encryptedPassword: passwordToConfirm });
      }
      return createSignUpResponse(tx, { ids, email, metadata });
    });
    await constantTime;
    return c.json(response);
  });
}
