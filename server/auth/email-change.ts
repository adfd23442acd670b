import type { TransactionSql } from 'postgres';
import { AuthError } from './auth-error.ts';
import type { AuthParts } from './auth-parts.ts';
import type { Challenge } from './challenge.ts';
import { startFlow } from './flows.ts';
import type { UsedLink } from './mail-links.ts';
import { findUser, findUserByEmail, type UserRow } from './users.ts';

const UNIQUE_VIOLATION = '23505';

type Sending = { redirectTo: string; challenge: Challenge | null };

const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered');

/**
 * Notes the address an account asks for; nothing changes until it is confirmed.
 * @throws AuthError `email_exists`
 */
export async function wishEmail({ sql }: AuthParts, user: UserRow, email: string): Promise<UserRow> {
  if ((await findUserByEmail(sql, email)) !== null) throw emailExists();
  await sql`
    update auth.users set email_change = ${email}, email_change_confirm_status = 0, updated_at = now()
    where id = ${user.id}`;
  return { ...user, email_change: email, email_change_confirm_status: 0, email_change_sent_at: new Date() };
}

/** Mails the link to the new address, and where both have to agree to the one so far too. */
export async function sendEmailChange(
  { sql, links, config }: AuthParts,
  user: UserRow,
  { redirectTo, challenge }: Sending,
): Promise<void> {
  const flowId =
    challenge && (await startFlow(sql, { challenge, provider: 'email', method: 'email_change', userId: user.id }));
  // Links of an earlier wish would confirm this one.
  await sql`
    delete from auth.one_time_tokens where user_id = ${user.id}
      and token_type in ('email_change_token_current', 'email_change_token_new')`;
  await sql`update auth.users set email_change_confirm_status = 0 where id = ${user.id}`;
  if (config.auth.doubleConfirmChanges) await links.send({ user, kind: 'email_change_current', redirectTo, flowId });
  await links.send({ user, kind: 'email_change_new', redirectTo, flowId });
}

/**
 * Follows one of the links of a change of address.
 * @returns the account with its new address, or null while the other link is still to be followed
 * @throws AuthError `email_exists` when somebody else has the address by now
 */
export async function confirmEmailChange(
  tx: TransactionSql,
  link: UsedLink,
  doubleConfirm: boolean,
): Promise<UserRow | null> {
  const user = await findUser(tx, link.userId);
  if (user === null || user.email_change === '') {
    throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
  }
  if (doubleConfirm && user.email_change_confirm_status === 0) {
    await tx`update auth.users set email_change_confirm_status = 1, updated_at = now() where id = ${user.id}`;
    return null;
  }
  try {
    await tx.savepoint(
      (inner) => inner`
        update auth.users set
          email = email_change, email_change = '', email_change_confirm_status = 0, updated_at = now(),
          raw_user_meta_data = raw_user_meta_data || jsonb_build_object('email', email_change, 'email_verified', true)
        where id = ${user.id}`,
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) throw emailExists();
    throw error;
  }
  await tx`
    update auth.identities set
      identity_data = identity_data || ${tx.json({ email: user.email_change, email_verified: true })}, updated_at = now()
    where user_id = ${user.id} and provider = 'email'`;
  return findUser(tx, user.id);
}
