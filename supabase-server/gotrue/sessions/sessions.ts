import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { Executor, Sql, TransactionSql } from '../../connections/sql.ts';
import type { AccountRules, AuthSettings, ReadAuthSettings } from '../../host.ts';
import { AuthError } from '../auth-error.ts';
import { createSecret, deriveNextToken, hashSecret } from '../secrets.ts';
import { loadUserResponse } from '../users/user-response.ts';
import { findUser, isBanned, lockUser, type UserRow } from '../users/users.ts';
import type { AccessTokens } from './access-tokens.ts';

/** How long a used refresh token gets the same response again: several tabs refresh at the same moment. */
const REUSE_WINDOW_SECONDS = 10;
/** The ways in which a mail opens a session, as `auth.mfa_amr_claims` names them. */
const MAIL_METHODS: readonly string[] = ['otp', 'magiclink', 'recovery', 'email/signup', 'invite'];
const MAX_USER_AGENT = 300;
const SECONDS_PER_HOUR = 3600;

/** Where a person signs in. */
export type Device = { userAgent: string | null };

export function readDevice(c: Context): Device {
  return { userAgent: c.req.header('user-agent')?.slice(0, MAX_USER_AGENT) ?? null };
}

/** `aal` is GoTrue's authenticator assurance level: `aal2` once a second factor was verified. */
export type OpenSession = { id: string; user: UserRow; aal: 'aal1' | 'aal2'; createdAt: Date };

export type Sessions = ReturnType<typeof createSessions>;
export type SessionResponse = Awaited<ReturnType<Sessions['open']>>;

type Dependencies = {
  sql: Sql;
  tokens: AccessTokens;
  secretKey: string;
  readSettings: ReadAuthSettings;
  isSessionLimited: AccountRules['isSessionLimited'];
};
type SessionRow = { id: string; user_id: string; aal: string; created_at: Date };
/** A method of authentication, as the claim `amr` lists it. */
type AuthMethod = { method: string; timestamp: number };

export const sessionNotFound = () =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');

export function requireNotBanned(user: UserRow, status: 400 | 403 = 400): void {
  if (isBanned(user)) throw new AuthError(status, 'user_banned', 'User is banned');
}

const loadAuthMethods = (tx: TransactionSql, sessionId: string) => tx<AuthMethod[]>`
  select authentication_method as method, extract(epoch from updated_at)::int as timestamp
  from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`;

const insertRefreshToken = (tx: TransactionSql, session: SessionRow, token: string, parent: string | null) => tx`
  insert into auth.refresh_tokens (token, user_id, session_id, parent)
  values (${hashSecret(token)}, ${session.user_id}, ${session.id}, ${parent})`;

type SessionLimit = Pick<AuthSettings, 'sessionTimeoutHours'>;

/** Whether the session row of the surrounding query is older than the limit. */
const isOlder = (sql: Executor, { sessionTimeoutHours }: SessionLimit) =>
  sql`coalesce(created_at <= now() - make_interval(hours => ${sessionTimeoutHours}), false)`;

type Tokens = { session: SessionRow; refreshToken: string; limit: SessionLimit };

export function createSessions({ sql, tokens, secretKey, readSettings, isSessionLimited }: Dependencies) {
  /** When a session ends at the latest, in seconds since 1970. */
  const findEnd = async (tx: TransactionSql, session: SessionRow, { sessionTimeoutHours: hours }: SessionLimit) => {
    if (hours === null || !(await isSessionLimited(tx, session.user_id))) return Number.POSITIVE_INFINITY;
    return session.created_at.getTime() / 1000 + hours * SECONDS_PER_HOUR;
  };

  const createResponse = async (tx: TransactionSql, user: UserRow, { session, refreshToken, limit }: Tokens) => {
    const claims = {
      sub: user.id,
      email: user.email,
      phone: '',
      app_metadata: user.raw_app_meta_data,
      user_metadata: user.raw_user_meta_data,
      role: user.role,
      aal: session.aal,
      amr: await loadAuthMethods(tx, session.id),
      session_id: session.id,
      is_anonymous: user.is_anonymous,
    };
    const { token, expiresIn, expiresAt } = await tokens.sign(claims, await findEnd(tx, session, limit));
    return {
      access_token: token,
      token_type: 'bearer' as const,
      expires_in: expiresIn,
      expires_at: expiresAt,
      refresh_token: refreshToken,
      user: await loadUserResponse(tx, user),
    };
  };

  return {
    async open(user: UserRow, method: string, { userAgent }: Device) {
      const limit = await readSettings();
      return sql.begin(async (tx) => {
        requireNotBanned(user);
        const [session] = await tx<SessionRow[]>`
          insert into auth.sessions (id, user_id, user_agent, proved_at)
          values (${randomUUID()}, ${user.id}, ${userAgent}, case when ${MAIL_METHODS.includes(method)} then now() end)
          returning id, user_id, aal, created_at`;
        if (session === undefined) throw new Error('The session was not stored');
        await tx`insert into auth.mfa_amr_claims (session_id, authentication_method) values (${session.id}, ${method})`;
        const [updated] = await tx<{ last_sign_in_at: Date }[]>`
          update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${user.id} returning last_sign_in_at`;
        const refreshToken = createSecret();
        await insertRefreshToken(tx, session, refreshToken, null);
        const signedIn = { ...user, last_sign_in_at: updated?.last_sign_in_at ?? null };
        return createResponse(tx, signedIn, { session, refreshToken, limit });
      });
    },

    /** The person whose session a refresh token is or was for; null for one that this server did not issue or that is over. */
    async findPersonOf(refreshToken: string): Promise<string | null> {
      const [token] = await sql<{ user_id: string }[]>`
        select user_id from auth.refresh_tokens where token = ${hashSecret(refreshToken)}`;
      return token?.user_id ?? null;
    },

    async refresh(refreshToken: string) {
      const limit = await readSettings();
      const result = await sql.begin(async (tx) => {
        const used = hashSecret(refreshToken);
        // The lock on the session makes parallel refreshes wait for each other.
        const [session] = await tx<(SessionRow & { is_older: boolean })[]>`
          select id, user_id, aal, created_at, ${isOlder(tx, limit)} as is_older from auth.sessions
          where id = (select session_id from auth.refresh_tokens where token = ${used}) for update`;
        const user = session ? await findUser(tx, session.user_id) : null;
        if (!session || user === null) {
          return new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
        }
        requireNotBanned(user);
        const isOver = session.is_older && (await isSessionLimited(tx, user.id));
        if (isOver) return new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
        const next = deriveNextToken(used, secretKey);
        const revoked = await tx`
          update auth.refresh_tokens set revoked = true, updated_at = now()
          where token = ${used} and not revoked returning 1`;
        if (revoked.length === 1) {
          await insertRefreshToken(tx, session, next, used);
          await tx`update auth.sessions set refreshed_at = now(), updated_at = now() where id = ${session.id}`;
          return createResponse(tx, user, { session, refreshToken: next, limit });
        }
        const [reuse] = await tx`
          select 1 from auth.refresh_tokens used
          join auth.refresh_tokens next on next.parent = used.token and not next.revoked
          where used.token = ${used} and used.updated_at > now() - make_interval(secs => ${REUSE_WINDOW_SECONDS})`;
        if (reuse) return createResponse(tx, user, { session, refreshToken: next, limit });
        // A late reuse shows that the token was copied, so the whole session ends.
        await tx`delete from auth.sessions where id = ${session.id}`;
        return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
      });
      // Thrown outside the transaction, which would otherwise roll the end of the session back.
      if (result instanceof AuthError) throw result;
      return result;
    },

    /**
     * Raises the session's assurance level after a second factor, and replaces its tokens. A factor that is shown again is a
     * recent proof; the first time it is part of the sign-in.
     */
    async upgradeToAal2(
      tx: TransactionSql,
      { id, user, createdAt }: OpenSession,
      factorId: string,
      limit: SessionLimit,
    ) {
      const session: SessionRow = { id, user_id: user.id, aal: 'aal2', created_at: createdAt };
      await tx`
        update auth.sessions set
          aal = 'aal2', factor_id = ${factorId}, updated_at = now(),
          proved_at = case when aal = 'aal2' then now() else proved_at end
        where id = ${id}`;
      await tx`
        insert into auth.mfa_amr_claims (session_id, authentication_method) values (${id}, 'totp')
        on conflict (session_id, authentication_method) do update set updated_at = now()`;
      // Older tokens end, as their holder may not have shown the factor. Another tab continues with the session stored here.
      await tx`delete from auth.refresh_tokens where session_id = ${id}`;
      const refreshToken = createSecret();
      await insertRefreshToken(tx, session, refreshToken, null);
      return createResponse(tx, user, { session, refreshToken, limit });
    },

    async end(scope: 'global' | 'local' | 'others', userId: string, sessionId: string, executor: Executor = sql) {
      await executor`
        delete from auth.sessions where user_id = ${userId}
          and (${scope} = 'global' or (id = ${sessionId}) = (${scope} = 'local'))`;
    },

    /** Locks an open session and its account until the transaction ends, and reads the account as it is now. */
    async lock(tx: TransactionSql, session: OpenSession) {
      const user = await lockUser(tx, session.user.id);
      const [open] = await tx`select 1 from auth.sessions where id = ${session.id} for update`;
      if (user === null || open === undefined) throw sessionNotFound();
      requireNotBanned(user, 403);
      return user;
    },

    async find(sessionId: string): Promise<OpenSession | null> {
      const [session] = await sql<{ user_id: string; aal: 'aal1' | 'aal2'; created_at: Date; is_older: boolean }[]>`
        select user_id, aal, created_at, ${isOlder(sql, await readSettings())} as is_older from auth.sessions
        where id = ${sessionId}`;
      if (!session || (session.is_older && (await isSessionLimited(sql, session.user_id)))) return null;
      const user = await findUser(sql, session.user_id);
      return user && { id: sessionId, user, aal: session.aal, createdAt: session.created_at };
    },
  };
}
