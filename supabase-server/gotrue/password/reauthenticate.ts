import type { Context, Hono } from 'hono';
import type { AppEnv } from '../../caller.ts';
import { AuthError } from '../auth-error.ts';
import { LIMITS, PASSWORD_ATTEMPTS } from '../limits/rate-limit.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { readCode } from '../secrets.ts';
import { requireSession } from '../sessions/require-session.ts';
import type { OpenSession } from '../sessions/sessions.ts';
import { normalizeEmail } from '../users/users.ts';
import { verifyPassword } from './passwords.ts';

// A recent proof: what a stolen session cannot give. It is the current password, a mailed code, a mail that opened the session, or
// a second factor that is shown again, and holds for an hour in its session.

/** Sessions younger than this need no mailed code beside the password. */
const RECENT_MS = 24 * 3_600_000;
/** The application may ask the same of `proved_at` in the database. */
const PROOF_SECONDS = 3600;

type Proof = { current_password?: string | undefined; nonce?: string | undefined };

export const reauthenticationNeeded = () =>
  new AuthError(400, 'reauthentication_needed', 'Give the current password or a code from a mail first');

export async function hasRecentProof({ sql, rules }: RequestDependencies, { id }: OpenSession): Promise<boolean> {
  const [proven] = await sql`
    select from auth.sessions where id = ${id} and proved_at > now() - make_interval(secs => ${PROOF_SECONDS})`;
  return proven !== undefined && !(await rules.hasProvenBeforeLock(sql, id));
}

export async function requireRecentProof(dependencies: RequestDependencies, session: OpenSession): Promise<void> {
  if (!(await hasRecentProof(dependencies, session))) throw reauthenticationNeeded();
}

/** With `SECURE_PASSWORD_CHANGE` an old session needs a mailed code for another password, whatever else it has proven. */
export function requireNonceOfOldSession(
  { config, now }: Pick<RequestDependencies, 'config' | 'now'>,
  { createdAt }: OpenSession,
  { nonce }: Proof,
): void {
  const isTooOld = config.auth.securePasswordChange && now() - createdAt.getTime() >= RECENT_MS;
  if (isTooOld && !nonce) throw reauthenticationNeeded();
}

/** Verifies what a request brings to prove that the person is there, and stores the moment with the session. */
export async function prove(
  c: Context,
  dependencies: RequestDependencies,
  session: OpenSession,
  { current_password: password, nonce }: Proof,
): Promise<void> {
  const { sql, limiter, links, signInSources } = dependencies;
  const { email, encrypted_password: encrypted, id: userId } = session.user;
  if (!(password || nonce)) return;
  if (password) {
    await signInSources.consumeAttempt(c, normalizeEmail(email), PASSWORD_ATTEMPTS);
    if (!(await verifyPassword(encrypted, password))) {
      throw new AuthError(400, 'current_password_invalid', 'Current password is incorrect.');
    }
  }
  if (nonce) {
    await limiter.consume(LIMITS.reauthenticationByAccount, email);
    const token = await sql.begin((tx) =>
      links.consumeCode(tx, { code: readCode(nonce), email, tokenTypes: ['reauthentication_token'] }),
    );
    if (token?.userId !== userId) {
      throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
    }
  }
  await sql`update auth.sessions set proved_at = now() where id = ${session.id}`;
}

/** `GET /reauthenticate`: mails the code that `prove` accepts. */
export function serveReauthenticate(app: Hono<AppEnv>, dependencies: RequestDependencies): void {
  const { links, mails, sessions, signInSources } = dependencies;
  app.get('/reauthenticate', async (c) => {
    const session = await requireSession(c, dependencies);
    if (session.user.email_confirmed_at === null) {
      throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
    }
    await signInSources.consumeMail(c, normalizeEmail(session.user.email));
    await mails.transaction(async (tx) => links.sendReauthenticationCode(tx, await sessions.lock(tx, session)));
    return c.json({});
  });
}
