import type { Executor, TransactionSql } from '../../connections/sql.ts';
import { emailExists, isUniqueViolation } from '../auth-error.ts';
import type { CodeChallenge } from '../pkce/flow-state.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { EMAIL_UNPROVEN, findUser, findUserByEmail, keepGuest, type UserRow } from '../users/users.ts';
import type { ConsumedToken, MailLinks } from './mail-links.ts';

/** Values of `email_change_confirm_status`: which address has confirmed the change so far. */
const NONE_CONFIRMED = 0;
const CURRENT_CONFIRMED = 1;
const NEW_CONFIRMED = 2;

type Target = { redirectTo: string; challenge: CodeChallenge | null };

export async function requireFreeEmail(sql: Executor, email: string): Promise<void> {
  if ((await findUserByEmail(sql, email)) !== null) throw emailExists();
}

/** Stores the requested address of a locked account. Links of an earlier request end. */
async function startEmailChange(tx: TransactionSql, account: UserRow, email: string): Promise<UserRow> {
  await tx`
    delete from auth.one_time_tokens where user_id = ${account.id}
      and token_type in ('email_change_token_current', 'email_change_token_new')`;
  await tx`
    update auth.users set email_change = ${email}, email_change_confirm_status = ${NONE_CONFIRMED}, updated_at = now()
    where id = ${account.id}`;
  return { ...account, email_change: email, email_change_confirm_status: NONE_CONFIRMED };
}

/**
 * Stores the requested address of a locked account without mailing anything. A request for the same address goes on, so
 * that both of its links can be made one after the other.
 */
export async function prepareEmailChange(tx: TransactionSql, account: UserRow, email: string): Promise<UserRow> {
  await requireFreeEmail(tx, email);
  return account.email_change === email ? account : startEmailChange(tx, account, email);
}

/**
 * Stores the requested address of a locked account and mails the links that confirm it: to the new address, and to the
 * current one where both have to confirm. Where the current one does not, it gets a warning; a guest has none. Links of an
 * earlier request end.
 */
export async function requestEmailChange(
  tx: TransactionSql,
  { links, config }: Pick<RequestDependencies, 'links' | 'config'>,
  account: UserRow,
  email: string,
  { redirectTo, challenge }: Target,
): Promise<void> {
  const link = { user: await startEmailChange(tx, account, email), redirectTo, challenge };
  if (config.auth.doubleConfirmChanges && !account.is_anonymous) {
    await links.send(tx, { ...link, kind: 'email_change_current' });
  } else if (!account.is_anonymous) await links.sendNotice(tx, account, 'email_change_requested', { newEmail: email });
  await links.send(tx, { ...link, kind: 'email_change_new' });
}

/**
 * Gives a locked account another address, and tells the old one; a guest becomes an account by it. Its links and codes end, as they went to the old one.
 */
export async function replaceEmail(
  tx: TransactionSql,
  links: MailLinks,
  user: UserRow,
  { email, isVerified }: { email: string; isVerified: boolean },
): Promise<void> {
  try {
    await tx`
        update auth.users set
          email = ${email}, email_change = '', email_change_confirm_status = ${NONE_CONFIRMED}, updated_at = now(),
          raw_user_meta_data = raw_user_meta_data || ${tx.json({ email, email_verified: isVerified })},
          raw_app_meta_data = case when ${isVerified} then raw_app_meta_data - ${EMAIL_UNPROVEN}::text else raw_app_meta_data end
        where id = ${user.id}`;
  } catch (error) {
    throw isUniqueViolation(error) ? emailExists() : error;
  }
  if (user.is_anonymous) await keepGuest(tx, user.id, { email, isVerified });
  await tx`
    update auth.identities set
      identity_data = identity_data || ${tx.json({ email, email_verified: isVerified })}, updated_at = now()
    where user_id = ${user.id} and provider = 'email'`;
  await tx`delete from auth.one_time_tokens where user_id = ${user.id}`;
  if (!user.is_anonymous) await links.sendNotice(tx, user, 'email_changed', { newEmail: email });
}

/**
 * Records the confirmation of one address of a locked account.
 * @returns the account with its new address, or null while the other address has to confirm
 */
export async function confirmEmailChange(
  tx: TransactionSql,
  { links, config }: Pick<RequestDependencies, 'links' | 'config'>,
  { tokenType }: ConsumedToken,
  user: UserRow,
): Promise<UserRow | null> {
  const isNew = tokenType === 'email_change_token_new';
  const hasOtherConfirmed = user.email_change_confirm_status === (isNew ? CURRENT_CONFIRMED : NEW_CONFIRMED);
  // The new address always has to confirm, whatever the operator asks of the current one.
  const isComplete = hasOtherConfirmed || (isNew && (user.is_anonymous || !config.auth.doubleConfirmChanges));
  if (!isComplete) {
    const status = isNew ? NEW_CONFIRMED : CURRENT_CONFIRMED;
    await tx`update auth.users set email_change_confirm_status = ${status}, updated_at = now() where id = ${user.id}`;
    return null;
  }
  await replaceEmail(tx, links, user, { email: user.email_change, isVerified: true });
  return findUser(tx, user.id);
}
