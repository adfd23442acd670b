import type { TransactionSql } from '../../connections/sql.ts';
import { createIdentityData, isBanned, lockUserByEmail, SIGN_UP_REPLACED, type UserRow } from './users.ts';

// Anybody can sign up with an address that is not theirs. These functions keep the password and the metadata of such a
// sign-up from surviving until the owner of the address confirms it. All of them need the account to be locked.

type SignUp = { encryptedPassword: string | null; metadata: Record<string, unknown> };

/** Supabase stores an empty text where there is no password. */
export const readPasswordHash = ({ encrypted_password }: UserRow): string | null => encrypted_password || null;

/** The password that the mail of a sign-up confirms: none after several sign-ups, as it may be a stranger's. */
export const findPasswordToConfirm = (user: UserRow): string | null =>
  SIGN_UP_REPLACED in user.raw_app_meta_data ? null : readPasswordHash(user);

/** Replaces password and metadata of an earlier sign-up: nobody can tell which of the two was the owner's. */
export async function replaceSignUp(
  tx: TransactionSql,
  user: UserRow,
  { encryptedPassword, metadata }: SignUp,
): Promise<UserRow> {
  const data = { ...metadata, ...createIdentityData(user) };
  await tx`
    update auth.users set
      encrypted_password = ${encryptedPassword}, raw_user_meta_data = ${tx.json(data as never)},
      raw_app_meta_data = raw_app_meta_data || ${tx.json({ [SIGN_UP_REPLACED]: true })}, updated_at = now()
    where id = ${user.id}`;
  return {
    ...user,
    encrypted_password: encryptedPassword,
    raw_user_meta_data: data,
    raw_app_meta_data: { ...user.raw_app_meta_data, [SIGN_UP_REPLACED]: true },
  };
}

/** The unconfirmed account of an address with the password and metadata of this sign-up; null when it is confirmed. */
export async function replaceUnconfirmed(tx: TransactionSql, email: string, signUp: SignUp): Promise<UserRow | null> {
  const user = await lockUserByEmail(tx, email);
  if (user === null || user.email_confirmed_at !== null || isBanned(user)) return null;
  return replaceSignUp(tx, user, signUp);
}

/** The link and the flow of the mail by which the owner confirms the address. */
type Kept = { flowId: string | null; tokenId: string | null };

/** Ends every way into an account that was opened before its owner confirmed the address, except `keep`. */
export async function resetAccount(
  tx: TransactionSql,
  user: UserRow,
  { metadata, keep }: { metadata: Record<string, unknown>; keep: Kept },
): Promise<void> {
  await tx`delete from auth.sessions where user_id = ${user.id}`;
  await tx`delete from auth.one_time_tokens where user_id = ${user.id} and id is distinct from ${keep.tokenId}`;
  await tx`delete from auth.flow_state where user_id = ${user.id} and id is distinct from ${keep.flowId}`;
  await tx`
    update auth.users set
      encrypted_password = null, email_change = '', email_change_confirm_status = 0,
      raw_user_meta_data = ${tx.json(metadata as never)}, updated_at = now()
    where id = ${user.id}`;
}
