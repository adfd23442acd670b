import type { TransactionSql } from 'postgres';
import { AuthError, isUniqueViolation } from '../auth-error.ts';
import type { CodeChallenge } from '../pkce/code-challenge.ts';
import { createFlowState } from '../pkce/flow-state.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { type Executor, findUser, findUserByEmail, type UserRow } from '../users/users.ts';
import type { ConsumedToken } from './mail-links.ts';

/** Values of `email_change_confirm_status`: which address has confirmed the change so far. */
const NONE_CONFIRMED = 0;
const CURRENT_CONFIRMED = 1;
const NEW_CONFIRMED = 2;

type Target = { redirectTo: string; challenge: CodeChallenge | null };

const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered');

/** @throws AuthError `email_exists` */
export async function requireFreeEmail(sql: Executor, email: string): Promise<void> {
  if ((await findUserByEmail(sql, email)) !== null) throw emailExists();
}

/**
 * Stores the requested address of a locked account and mails the links that confirm it: to the new address, and to the
 * current one where both have to confirm. Links of an earlier request end.
 */
export async function requestEmailChange(
  tx: TransactionSql,
  { links, config }: Pick<RequestDependencies, 'links' | 'config'>,
  account: UserRow,
  email: string,
  { redirectTo, challenge }: Target,
): Promise<void> {
  const flowId = await createFlowState(tx, { challenge, method: 'email_change', userId: account.id });
  await tx`
    delete from auth.one_time_tokens where user_id = ${account.id}
      and token_type in ('email_change_token_current', 'email_change_token_new')`;
  await tx`
    update auth.users set email_change = ${email}, email_change_confirm_status = ${NONE_CONFIRMED}, updated_at = now()
    where id = ${account.id}`;
  const link = { user: { ...account, email_change: email }, redirectTo, flowId };
  if (config.auth.doubleConfirmChanges) await links.send(tx, { ...link, kind: 'email_change_current' });
  await links.send(tx, { ...link, kind: 'email_change_new' });
}

/** Gives an account the address it requested. Its other links and codes end, as they went to the old address. */
async function applyEmailChange(tx: TransactionSql, user: UserRow): Promise<void> {
  try {
    await tx.savepoint(
      (inner) => inner`
        update auth.users set
          email = email_change, email_change = '', email_change_confirm_status = ${NONE_CONFIRMED}, updated_at = now(),
          raw_user_meta_data = raw_user_meta_data || jsonb_build_object('email', email_change, 'email_verified', true)
        where id = ${user.id}`,
    );
  } catch (error) {
    throw isUniqueViolation(error) ? emailExists() : error;
  }
  await tx`
    update auth.identities set
      identity_data = identity_data || ${tx.json({ email: user.email_change, email_verified: true })}, updated_at = now()
    where user_id = ${user.id} and provider = 'email'`;
  await tx`delete from auth.one_time_tokens where user_id = ${user.id}`;
}

/**
 * Records the confirmation of one address of a locked account.
 * @returns the account with its new address, or null while the other address has to confirm
 * @throws AuthError `email_exists` when the address was taken meanwhile
 */
export async function confirmEmailChange(
  tx: TransactionSql,
  { tokenType }: ConsumedToken,
  user: UserRow,
  isDoubleConfirmed: boolean,
): Promise<UserRow | null> {
  const isNew = tokenType === 'email_change_token_new';
  const hasOtherConfirmed = user.email_change_confirm_status === (isNew ? CURRENT_CONFIRMED : NEW_CONFIRMED);
  // The new address always has to confirm, whatever the operator asks of the current one.
  const isComplete = hasOtherConfirmed || (isNew && !isDoubleConfirmed);
  if (!isComplete) {
    const status = isNew ? NEW_CONFIRMED : CURRENT_CONFIRMED;
    await tx`update auth.users set email_change_confirm_status = ${status}, updated_at = now() where id = ${user.id}`;
    return null;
  }
  await applyEmailChange(tx, user);
  return findUser(tx, user.id);
}
