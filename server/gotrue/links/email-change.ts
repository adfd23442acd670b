import type { TransactionSql } from 'postgres';
import { AuthError } from '../auth-error.ts';
import type { CodeChallenge } from '../pkce/code-challenge.ts';
import { createFlowState } from '../pkce/flow-state.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { type Executor, findUser, findUserByEmail, type UserRow } from '../users/users.ts';
import type { ConsumedToken } from './mail-links.ts';

const UNIQUE_VIOLATION = '23505';

/** Values of `email_change_confirm_status`: whose link was followed so far. */
const NOBODY_AGREED = 0;
const CURRENT_AGREED = 1;
const NEW_AGREED = 2;

type Sending = { redirectTo: string; challenge: CodeChallenge | null };

const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered');

/** @throws AuthError `email_exists` */
export async function requireFreeEmail(sql: Executor, email: string): Promise<void> {
  if ((await findUserByEmail(sql, email)) !== null) throw emailExists();
}

/**
 * Stores the address an account asks for and mails the links that confirm it: to the new address, and where both have to
 * agree to the current one too. Links of an earlier request end. The account must be locked.
 */
export async function requestEmailChange(
  tx: TransactionSql,
  { links, config }: Pick<RequestDependencies, 'links' | 'config'>,
  account: UserRow,
  email: string,
  { redirectTo, challenge }: Sending,
): Promise<void> {
  const flowId =
    challenge &&
    (await createFlowState(tx, { challenge, provider: 'email', method: 'email_change', userId: account.id }));
  await tx`
    delete from auth.one_time_tokens where user_id = ${account.id}
      and token_type in ('email_change_token_current', 'email_change_token_new')`;
  await tx`
    update auth.users set email_change = ${email}, email_change_confirm_status = ${NOBODY_AGREED}, updated_at = now()
    where id = ${account.id}`;
  const user = { ...account, email_change: email };
  if (config.auth.doubleConfirmChanges)
    await links.send(tx, { user, kind: 'email_change_current', redirectTo, flowId });
  await links.send(tx, { user, kind: 'email_change_new', redirectTo, flowId });
}

/** Gives an account the address it asked for. Other links and codes went to the old address, so they end. */
async function applyEmailChange(tx: TransactionSql, user: UserRow): Promise<void> {
  try {
    await tx.savepoint(
      (inner) => inner`
        update auth.users set
          email = email_change, email_change = '', email_change_confirm_status = ${NOBODY_AGREED}, updated_at = now(),
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
  await tx`delete from auth.one_time_tokens where user_id = ${user.id}`;
}

/**
 * Follows one of the links of a change of address. The account must be locked.
 * @returns the account with its new address, or null while the other link is still to be followed
 * @throws AuthError `email_exists` when somebody else has the address by now
 */
export async function confirmEmailChange(
  tx: TransactionSql,
  { tokenType }: ConsumedToken,
  user: UserRow,
  doubleConfirm: boolean,
): Promise<UserRow | null> {
  const isNew = tokenType === 'email_change_token_new';
  const hasOtherAgreed = user.email_change_confirm_status === (isNew ? CURRENT_AGREED : NEW_AGREED);
  // Without the link to the new address nothing changes, whatever the operator asks of the current one.
  if (!hasOtherAgreed && !(isNew && !doubleConfirm)) {
    const status = isNew ? NEW_AGREED : CURRENT_AGREED;
    await tx`update auth.users set email_change_confirm_status = ${status}, updated_at = now() where id = ${user.id}`;
    return null;
  }
  await applyEmailChange(tx, user);
  return findUser(tx, user.id);
}
