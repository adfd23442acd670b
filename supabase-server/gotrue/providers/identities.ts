import { randomUUID } from 'node:crypto';
import type { TransactionSql } from '../../connections/sql.ts';
import { AuthError, signupDisabled } from '../auth-error.ts';
import { MAX_METADATA_BYTES } from '../field-bounds.ts';
import type { MailLinks } from '../links/mail-links.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { requireNotBanned } from '../sessions/sessions.ts';
import { readPasswordHash, resetAccount } from '../users/unconfirmed-account.ts';
import {
  confirmEmail,
  findUser,
  insertUser,
  isEmail,
  isEmailProven,
  lockUserByEmail,
  normalizeEmail,
  requireEmail,
  type UserRow,
} from '../users/users.ts';
import { PROVIDER_NAMES, type ProviderName, type ProviderProfile } from './provider-profile.ts';

/** What `auth.identities` stores of a profile; its `sub` is the provider's id of the person. */
type IdentityData = { sub: string } & Record<string, string | boolean>;

const MAX_NAME_LENGTH = 80;
const MAX_PICTURE_LENGTH = 1024;

/** Makes a name storable. It is cut rather than rejected, as the person cannot change it here. */
const toStorableName = (name: string) => name.replaceAll('\0', '').slice(0, MAX_NAME_LENGTH).toWellFormed();

const isStorablePicture = (picture: string) => picture.length <= MAX_PICTURE_LENGTH && URL.canParse(picture);

export function toIdentityData({ subject, email, isEmailVerified, fullName, picture }: ProviderProfile): IdentityData {
  const name = fullName && toStorableName(fullName);
  return {
    sub: subject,
    provider_id: subject,
    email_verified: isEmailVerified,
    phone_verified: false,
    ...(email && isEmail(email) ? { email: normalizeEmail(email) } : {}),
    ...(name ? { name, full_name: name } : {}),
    ...(picture && isStorablePicture(picture) ? { picture, avatar_url: picture } : {}),
  };
}

/** The account of an identity; null when nobody has linked it. */
export async function findIdentityOwner(tx: TransactionSql, provider: ProviderName, subject: string) {
  const [identity] = await tx<{ userId: string }[]>`
    select user_id as "userId" from auth.identities where provider = ${provider} and provider_id = ${subject}`;
  return identity?.userId ?? null;
}

/** Links an identity that nobody has; false when an account has it already. */
export async function insertIdentity(
  tx: TransactionSql,
  userId: string,
  provider: ProviderName,
  data: IdentityData,
): Promise<boolean> {
  const inserted = await tx`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
    values (${data.sub}, ${userId}, ${tx.json(data)}, ${provider}, now())
    on conflict do nothing returning 1`;
  return inserted.length === 1;
}

/** Links an identity to an account, or stores what the provider says of it now. @returns whether it is new */
async function saveIdentity(
  tx: TransactionSql,
  userId: string,
  provider: ProviderName,
  data: IdentityData,
): Promise<boolean> {
  if (await insertIdentity(tx, userId, provider, data)) return true;
  await tx`
    update auth.identities set identity_data = ${tx.json(data)}, last_sign_in_at = now(), updated_at = now()
    where provider = ${provider} and provider_id = ${data.sub}`;
  return false;
}

/** Removes the identities of providers from an account that has an e-mail identity. */
export async function removeOtherIdentities(tx: TransactionSql, userId: string): Promise<void> {
  const removed = await tx`
    delete from auth.identities where user_id = ${userId} and provider <> 'email' returning 1`;
  if (removed.length > 0) await updateProviders(tx, userId);
}

/** Stores the providers of an account's identities in its metadata: all of them, and the one it was created with. */
export async function updateProviders(tx: TransactionSql, userId: string): Promise<void> {
  await tx`
    update auth.users set
      raw_app_meta_data = raw_app_meta_data || (
        select jsonb_build_object(
          'providers', jsonb_agg(distinct identities.provider),
          'provider', coalesce(
            max(identities.provider) filter (where identities.provider = users.raw_app_meta_data ->> 'provider'),
            (array_agg(identities.provider order by identities.created_at, identities.id))[1]))
        from auth.identities where identities.user_id = users.id),
      updated_at = now()
    where id = ${userId}`;
}

/** An account, and whether it was its owner's before this sign-in. */
type FoundAccount = { user: UserRow; isSettled: boolean };

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
