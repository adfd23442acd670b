import { Hono } from 'hono';
import type { AppEnv } from '../../caller.ts';
import { AuthError } from '../auth-error.ts';
import { consumeMailLimits, LIMITS } from '../limits/rate-limit.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { requireSession } from '../sessions/require-session.ts';
import type { OpenSession } from '../sessions/sessions.ts';

/** For so long after signing in a person need not say again who they are. */
const RECENT_MS = 24 * 3_600_000;

/**
 * Where the operator asks for it, wants a code from the account's mail before a password changes in an old session.
 * @throws AuthError `reauthentication_needed`, `reauthentication_not_valid`
 */
export async function requireRecentSignIn(
  { sql, config, links, limiter, now }: RequestDependencies,
  { user, createdAt }: OpenSession,
  nonce: string | undefined,
): Promise<void> {
  if (!config.auth.securePasswordChange || now() - createdAt.getTime() < RECENT_MS) return;
  if (!nonce) throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  await limiter.consume(LIMITS.codeByAccount, user.email);
  const link = await sql.begin((tx) =>
    links.consumeCode(tx, { code: nonce.trim(), email: user.email, tokenTypes: ['reauthentication_token'] }),
  );
  if (link?.userId !== user.id) {
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
}

/** `GET /reauthenticate`: mails the code that `requireRecentSignIn` asks for. */
export function createReauthenticate(parts: RequestDependencies): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/reauthenticate', async (c) => {
    const session = await requireSession(c, parts);
    const { user } = session;
    if (user.email_confirmed_at === null) {
      throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
    }
    await consumeMailLimits(parts.limiter, c, user.email);
    await parts.outbox.transaction(async (tx) =>
      parts.links.sendReauthenticationCode(tx, await parts.sessions.lock(tx, session)),
    );
    return c.json({});
  });
}
