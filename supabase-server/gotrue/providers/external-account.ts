import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { AuthError, signupDisabled } from '../auth-error.ts';
import { MAX_METADATA_BYTES } from '../field-bounds.ts';
import type { MailLinks } from '../links/mail-links.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { requireNotBanned } from '../sessions/sessions.ts';
import { requireEmail } from '../users/email-address.ts';
import { readPasswordHash, resetAccount } from '../users/unconfirmed-account.ts';
import { confirmEmail, findUser, insertUser, isEmailProven, lockUserByEmail, type UserRow } from '../users/users.ts';
import { findIdentityOwner, type IdentityData, saveIdentity, toIdentityData, updateProviders } from './identities.ts';
import { PROVIDER_NAMES, type ProviderName, type ProviderProfile } from './provider-profile.ts';

/** An account, and whether it was its owner's before this sign-in. */
type FoundAccount = { user: UserRow; isSettled: boolean };

/** @throws AuthError `provider_email_needs_verification` */
function requireVerifiedEmail({ email, isEmailVerified }: ProviderProfile, provider: ProviderName): string {
  const name = PROVIDER_NAMES[provider];
  if (email && isEmailVerified) return requireEmail(email);
  throw new AuthError(
    422,
    'provider_email_needs_verification',
    email
      ? `Unverified email with ${name}. Confirm your email address there, then try again.`
      : `${name} gave no email address. Allow it to, or log in another way.`,
  );
}

/**
 * Gives a locked account whose address nobody has proven to the person whom the provider identified. A stranger may have signed up with the
 * address, so the account's password and all ways into it end.
 */
async function claimAccount(tx: TransactionSql, links: MailLinks, user: UserRow, data: IdentityData): Promise<void> {
  await tx`delete from auth.identities where user_id = ${user.id}`;
  const metadata = user.email_confirmed_at === null ? data : user.raw_user_meta_data;
  await resetAccount(tx, user, { metadata, keep: { flowId: null, tokenId: null } });
  await confirmEmail(tx, user.id);
  if (readPasswordHash(user) !== null) await links.sendNotice(tx, user, 'password_removed');
}

/** The person's own metadata takes precedence; the provider's is added where all of it still fits. */
const addMetadata = (tx: TransactionSql, userId: string, data: IdentityData) => tx`
  update auth.users set raw_user_meta_data = ${tx.json(data)}::jsonb || raw_user_meta_data, updated_at = now()
  where id = ${userId}
    and octet_length((${tx.json(data)}::jsonb || raw_user_meta_data)::text) <= ${MAX_METADATA_BYTES}`;

/**
 * Finds the account by the provider's id, else by the verified address, else creates one, and links the identity to it.
 * @throws AuthError `provider_email_needs_verification`, `signup_disabled`, `user_banned`
 */
export async function signInExternalAccount(
  { links, mails, readSettings }: RequestDependencies,
  provider: ProviderName,
  profile: ProviderProfile,
): Promise<UserRow> {
  const { allowSignups } = await readSettings();
  const data = toIdentityData(profile);
  const findOrCreateAccount = async (tx: TransactionSql): Promise<FoundAccount | null> => {
    const ownerId = await findIdentityOwner(tx, provider, profile.subject);
    if (ownerId !== null) {
      const user = await findUser(tx, ownerId);
      return user && { user, isSettled: true };
    }
    const email = requireVerifiedEmail(profile, provider);
    const existing = await lockUserByEmail(tx, email);
    if (existing === null && !allowSignups) throw signupDisabled();
    const newUser = { id: randomUUID(), email, isConfirmed: true, provider, metadata: data };
    const user = existing ?? (await insertUser(tx, newUser)) ?? (await lockUserByEmail(tx, email));
    if (user === null) return null;
    if (isEmailProven(user)) return { user, isSettled: existing !== null };
    await claimAccount(tx, links, user, data);
    return { user, isSettled: false };
  };
  return mails.transaction(async (tx) => {
    const found = await findOrCreateAccount(tx);
    if (found === null) throw new AuthError(403, 'user_not_found', 'This account has been removed');
    const { user, isSettled } = found;
    requireNotBanned(user, 403);
    if ((await saveIdentity(tx, user.id, provider, data)) && isSettled) {
      await links.sendNotice(tx, user, 'identity_linked', { provider: PROVIDER_NAMES[provider] });
    }
    await updateProviders(tx, user.id);
    await addMetadata(tx, user.id, data);
    return (await findUser(tx, user.id)) ?? user;
  });
}
