import type { Hono } from 'hono';
import type { AppEnv } from '../../caller.ts';
import { AuthError } from '../auth-error.ts';
import { LIMITS } from '../limits/rate-limit.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { requireSession } from '../sessions/require-session.ts';
import type { OpenSession } from '../sessions/sessions.ts';
import { normalizeEmail } from '../users/users.ts';

/** Sessions younger than this need no reauthentication. */
const RECENT_MS = 24 * 3_600_000;

type Clock = Pick<RequestDependencies, 'config' | 'now'>;

/** The ways in which a mail opens a session, as `auth.mfa_amr_claims` names them. */
const MAIL_METHODS = ['otp', 'magiclink', 'recovery', 'email/signup', 'invite'];
/** How long a session that a mail opened may set a password without the current one: as long as the link was valid. */
const MAIL_PROOF_MS = 3_600_000;

/** Whether a mail has just opened a session, as the link of "Forgot your password?" does. */
export async function isOpenedByMail(
  { sql, now }: Pick<RequestDependencies, 'sql' | 'now'>,
  { id, createdAt }: OpenSession,
): Promise<boolean> {
  if (now() - createdAt.getTime() >= MAIL_PROOF_MS) return false;
  const [method] = await sql`
    select from auth.mfa_amr_claims where session_id = ${id} and authentication_method = any(${MAIL_METHODS})`;
  return method !== undefined;
}

/** Whether a session is too old for `SECURE_PASSWORD_CHANGE` to change how its person signs in. */
export const isSessionTooOld = ({ config, now }: Clock, { createdAt }: OpenSession): boolean =>
  config.auth.securePasswordChange && now() - createdAt.getTime() >= RECENT_MS;

/**
 * With `SECURE_PASSWORD_CHANGE` an old session needs the code of a mail to change the password.
 * @throws AuthError `reauthentication_needed`, `reauthentication_not_valid`
 */
export async function requireRecentSignIn(
  dependencies: RequestDependencies,
  session: OpenSession,
  nonce: string | undefined,
): Promise<void> {
  if (!isSessionTooOld(dependencies, session)) return;
  const { sql, links, limiter } = dependencies;
  const { user } = session;
  if (!nonce) throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  await limiter.consume(LIMITS.reauthenticationByAccount, user.email);
  const token = await sql.begin((tx) =>
    links.consumeCode(tx, { code: nonce.trim(), email: user.email, tokenTypes: ['reauthentication_token'] }),
  );
  if (token?.userId !== user.id) {
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
}

/** `GET /reauthenticate`: mails the code that `requireRecentSignIn` accepts. */
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
