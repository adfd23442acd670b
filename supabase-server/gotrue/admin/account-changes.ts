import type { TransactionSql } from '../../connections/sql.ts';
import type { AccountRules } from '../../host.ts';
import { AuthError, emailExists } from '../auth-error.ts';
import { replaceEmail, requireFreeEmail } from '../links/email-change.ts';
import type { MailLinks } from '../links/mail-links.ts';
import {
  confirmEmail,
  findUser,
  findUserByEmail,
  insertEmailIdentity,
  insertUser,
  isEmailProven,
  requireMergeableMetadata,
  type UserRow,
  updateMetadata,
} from '../users/users.ts';
import type { UserAttributes } from './user-attributes.ts';

type NewAccount = {
  id: string;
  email: string;
  encryptedPassword?: string | null | undefined;
  metadata?: Record<string, unknown> | undefined;
};

/** Inserts an unconfirmed account with its e-mail identity; null when the address or the id is taken. */
export async function insertAccount(
  tx: TransactionSql,
  rules: AccountRules,
  { id, email, encryptedPassword = null, metadata = {} }: NewAccount,
): Promise<UserRow | null> {
  await rules.admitAddress(tx, email);
  const user = await insertUser(tx, { id, email, encryptedPassword, provider: 'email', metadata });
  if (user !== null) await insertEmailIdentity(tx, user);
  return user;
}

/** Creates an unconfirmed account. @throws AuthError `email_exists`, `conflict` when the id is taken */
export async function createAccount(tx: TransactionSql, rules: AccountRules, account: NewAccount): Promise<UserRow> {
  const user = await insertAccount(tx, rules, account);
  if (user !== null) return user;
  if ((await findUserByEmail(tx, account.email)) !== null) throw emailExists();
  throw new AuthError(409, 'conflict', 'id: another account has this id');
}

async function changeEmail(
  tx: TransactionSql,
  links: MailLinks,
  user: UserRow,
  { email, isConfirmed }: { email: string; isConfirmed: boolean },
): Promise<void> {
  if (email === user.email) return;
  await requireFreeEmail(tx, email);
  const [identity] = await tx`select 1 from auth.identities where user_id = ${user.id} and provider = 'email'`;
  if (!identity) await insertEmailIdentity(tx, { id: user.id, email });
  // The address of a confirmed account counts as confirmed, as the operator vouches for it.
  await replaceEmail(tx, links, user, { email, isVerified: isConfirmed || user.email_confirmed_at !== null });
}

/** Sets another password. Sessions, links and codes from before end. */
async function changePassword(
  tx: TransactionSql,
  links: MailLinks,
  user: UserRow,
  encryptedPassword: string,
): Promise<void> {
  const { id } = user;
  await tx`update auth.users set encrypted_password = ${encryptedPassword}, updated_at = now() where id = ${id}`;
  await tx`delete from auth.one_time_tokens where user_id = ${id}`;
  await tx`delete from auth.sessions where user_id = ${id}`;
  await links.sendNotice(tx, user, 'password_changed');
}

/** @throws AuthError `conflict` for the last administrator, by a rule of the database */
async function ban(tx: TransactionSql, { id }: UserRow, seconds: number): Promise<void> {
  await tx`
    update auth.users set updated_at = now(),
      banned_until = case when ${seconds}::float8 > 0 then now() + make_interval(secs => ${seconds}::float8) end
    where id = ${id}`;
}

/**
 * Applies attributes to a locked account and returns it as it is then.
 * @throws AuthError `email_exists`, `validation_failed` for too much metadata, `conflict`
 */
export async function changeAccount(
  tx: TransactionSql,
  links: MailLinks,
  user: UserRow,
  { email, encryptedPassword, isEmailConfirmed, userMetadata, appMetadata, banSeconds }: Partial<UserAttributes>,
): Promise<UserRow> {
  if (email !== undefined) await changeEmail(tx, links, user, { email, isConfirmed: isEmailConfirmed === true });
  if (encryptedPassword !== undefined) await changePassword(tx, links, user, encryptedPassword);
  if (userMetadata !== undefined) {
    requireMergeableMetadata('user_metadata', user.raw_user_meta_data, userMetadata);
    await updateMetadata(tx, user.id, 'raw_user_meta_data', userMetadata);
  }
  if (appMetadata !== undefined) {
    requireMergeableMetadata('app_metadata', user.raw_app_meta_data, appMetadata);
    await updateMetadata(tx, user.id, 'raw_app_meta_data', appMetadata);
  }
  if (isEmailConfirmed && !isEmailProven(user)) {
    await tx`delete from auth.one_time_tokens where user_id = ${user.id}`;
    await confirmEmail(tx, user.id);
  }
  if (banSeconds !== undefined) await ban(tx, user, banSeconds);
  return (await findUser(tx, user.id)) ?? user;
}
