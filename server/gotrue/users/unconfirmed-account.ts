import type { TransactionSql } from 'postgres';
import type { ConsumedToken } from '../links/mail-links.ts';
import { confirmEmail, createIdentityData, SIGN_UP_REPLACED, type UserRow } from './users.ts';

type SignUp = { encryptedPassword: string | null; metadata: Record<string, unknown> };

/** Supabase writes an empty text where there is no password. */
const passwordOf = ({ encrypted_password }: Pick<UserRow, 'encrypted_password'>) => encrypted_password || null;

/** The password that a repeated mail confirms: none where it may be somebody else's, as nobody proves one to repeat a mail. */
export const passwordToConfirm = (user: UserRow): string | null =>
  SIGN_UP_REPLACED in user.raw_app_meta_data ? null : passwordOf(user);

/** Replaces what an earlier sign-up brought: we cannot know which of them was the owner's. The account must be locked. */
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
  return { ...user, encrypted_password: encryptedPassword, raw_user_meta_data: data };
}

/** Somebody asks for a code instead of a password. A sign-up with a password is left to its own link. */
export async function replaceSignUpByCode(
  tx: TransactionSql,
  user: UserRow,
  metadata: Record<string, unknown>,
): Promise<UserRow> {
  return passwordOf(user) === null ? replaceSignUp(tx, user, { encryptedPassword: null, metadata }) : user;
}

/** Ends every way into an account that was opened before its owner came. The account must be locked. */
export async function resetAccount(
  tx: TransactionSql,
  user: UserRow,
  { metadata, keepFlowId }: { metadata: Record<string, unknown>; keepFlowId: string | null },
): Promise<void> {
  await tx`delete from auth.sessions where user_id = ${user.id}`;
  await tx`delete from auth.one_time_tokens where user_id = ${user.id}`;
  await tx`delete from auth.flow_state where user_id = ${user.id} and id is distinct from ${keepFlowId}`;
  await tx`
    update auth.users set
      encrypted_password = null, email_change = '', email_change_confirm_status = 0,
      raw_user_meta_data = ${tx.json(metadata as never)}, updated_at = now()
    where id = ${user.id}`;
}

/** Whether a password was chosen that its owner has to be told of when it is removed. */
export const hasPassword = (user: UserRow): boolean => passwordOf(user) !== null;

/**
 * Confirms the address of a locked account. The link of a sign-up keeps what that sign-up brought; any other removes it.
 * @returns whether a password was removed
 */
export async function confirmAccount(tx: TransactionSql, user: UserRow, link: ConsumedToken): Promise<boolean> {
  const isOfSignUp = link.tokenType === 'confirmation_token' && link.encryptedPassword === passwordOf(user);
  const isReset = user.email_confirmed_at === null && !isOfSignUp;
  if (isReset) await resetAccount(tx, user, { metadata: createIdentityData(user), keepFlowId: link.flowId });
  await confirmEmail(tx, user.id);
  return isReset && hasPassword(user);
}
