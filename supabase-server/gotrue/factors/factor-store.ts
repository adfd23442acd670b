import type { Executor, Sql, TransactionSql } from '../../connections/sql.ts';
import { AuthError, isUniqueViolation } from '../auth-error.ts';
import { isUuid, requireUuid } from '../read-body.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { lockUser, type UserRow } from '../users/users.ts';

const CHALLENGE_SECONDS = 300;
const MAX_FACTORS = 10;

const factorError = (code: string, message: string) => new AuthError(422, code, message);

/** A row of `auth.mfa_factors`; `secret` is encrypted. */
type FactorRow = {
  id: string;
  friendly_name: string | null;
  factor_type: string;
  status: 'unverified' | 'verified';
  secret: string;
};

type NewFactor = { userId: string; friendlyName: string; secret: string };

/** Stores an unverified factor. */
export async function insertFactor(sql: Sql, { userId, friendlyName, secret }: NewFactor): Promise<string> {
  await sql`
    delete from auth.mfa_factors where user_id = ${userId} and status = 'unverified'
      and created_at < now() - make_interval(secs => ${CHALLENGE_SECONDS})`;
  const factors = await sql`select 1 from auth.mfa_factors where user_id = ${userId}`;
  if (factors.length >= MAX_FACTORS) {
    const message = 'Maximum number of verified factors reached, unenroll to continue';
    throw factorError('too_many_enrolled_mfa_factors', message);
  }
  try {
    const [factor] = await sql<{ id: string }[]>`
      insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret)
      values (${userId}, ${friendlyName}, 'totp', ${secret}) returning id`;
    if (!factor) throw new Error('The factor was not kept');
    return factor.id;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const message = `A factor with the friendly name "${friendlyName}" for this user already exists`;
    throw factorError('mfa_factor_name_conflict', message);
  }
}

/** A factor of this account. */
export async function findFactor(sql: Sql, userId: string, factorId: string): Promise<FactorRow> {
  requireUuid('factor_id', factorId);
  const [factor] = await sql<FactorRow[]>`
    select id, friendly_name, factor_type, status, secret from auth.mfa_factors
    where id = ${factorId} and user_id = ${userId} and factor_type = 'totp'`;
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

/** Creates a challenge, which expires at a time in seconds since 1970. */
export async function createChallenge(sql: Sql, factorId: string, address: string) {
  const [challenge] = await sql<{ id: string; expires_at: number }[]>`
    with challenged as (update auth.mfa_factors set last_challenged_at = now() where id = ${factorId})
    insert into auth.mfa_challenges (factor_id, ip_address) values (${factorId}, ${address})
    returning id, extract(epoch from created_at)::int + ${CHALLENGE_SECONDS}::int as expires_at`;
  if (!challenge) throw new Error('The challenge was not kept');
  return challenge;
}

export async function requireOpenChallenge(sql: Sql, factorId: string, challengeId: string): Promise<void> {
  const [challenge] = isUuid(challengeId)
    ? await sql<{ is_open: boolean }[]>`
        select verified_at is null and created_at > now() - make_interval(secs => ${CHALLENGE_SECONDS}) as is_open
        from auth.mfa_challenges where id = ${challengeId} and factor_id = ${factorId}`
    : [];
  if (!challenge) throw factorError('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  if (!challenge.is_open) {
    const message = `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`;
    throw factorError('mfa_challenge_expired', message);
  }
}

/** Records a right code and verifies the factor. @returns false when this code or a later one was used before */
export async function acceptCode(tx: TransactionSql, factorId: string, timeStep: number) {
  const accepted = await tx`
    update auth.mfa_factors set last_used_step = ${timeStep}, status = 'verified', updated_at = now()
    where id = ${factorId} and coalesce(last_used_step < ${timeStep}, true) returning 1`;
  if (accepted.length === 0) return false;
  await tx`
    delete from auth.mfa_factors using auth.mfa_factors verified
    where verified.id = ${factorId} and auth.mfa_factors.user_id = verified.user_id
      and auth.mfa_factors.status = 'unverified' and auth.mfa_factors.factor_type = 'totp'`;
  return true;
}

type FactorState = Pick<FactorRow, 'id'> & { status: unknown };

/**
 * Removes a factor, lowers the assurance level of the sessions that it raised, and tells the owner of the account. Recovery
 * codes go with the last factor.
 */
export async function removeFactor(
  { mails, links }: Pick<RequestDependencies, 'mails' | 'links'>,
  user: UserRow,
  { id, status }: FactorState,
): Promise<void> {
  await mails.transaction(async (tx) => {
    await lockUser(tx, user.id);
    await tx`
      delete from auth.mfa_amr_claims where authentication_method = 'totp'
        and session_id in (select id from auth.sessions where factor_id = ${id})`;
    await tx`update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = ${id}`;
    await tx`delete from auth.mfa_factors where id = ${id}`;
    if (status !== 'verified') return;
    await removeCodesWithoutFactor(tx, user.id);
    await links.sendNotice(tx, user, 'factor_removed');
  });
}

/** The verified factors of an account, the oldest first. */
export const listVerifiedFactors = (sql: Executor, userId: string) =>
  sql<Pick<FactorRow, 'id'>[]>`
    select id from auth.mfa_factors where user_id = ${userId} and status = 'verified' order by created_at, id`;

const removeCodesWithoutFactor = (tx: TransactionSql, userId: string) => tx`
  delete from auth.mfa_recovery_codes where user_id = ${userId}
    and not exists (select from auth.mfa_factors where user_id = ${userId} and status = 'verified')`;

/**
 * Takes the second factor off the account that a link was mailed to when it was added. Factors that came later go as well, as
 * whoever added the first one may have added them, and so do all sessions, links and a change of the address that waits.
 * @returns false when the link is unknown, used, replaced or expired
 */
export function removeFactorsByLink({ mails, links }: RequestDependencies, token: string): Promise<boolean> {
  return mails.transaction(async (tx) => {
    const link = { token, tokenTypes: ['factor_removal_token'] as const, keepsCode: false };
    const consumed = await links.consumeLink(tx, link);
    const user = consumed && (await lockUser(tx, consumed.userId));
    if (!user) return false;
    await tx`delete from auth.mfa_factors where user_id = ${user.id}`;
    await removeCodesWithoutFactor(tx, user.id);
    await tx`delete from auth.sessions where user_id = ${user.id}`;
    await links.end(tx, user.id);
    await links.sendNotice(tx, user, 'factor_removed');
    return true;
  });
}
