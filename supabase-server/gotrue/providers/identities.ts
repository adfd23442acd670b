import type { TransactionSql } from 'postgres';
import { isEmail, normalizeEmail } from '../users/email-address.ts';
import type { ProviderName, ProviderProfile } from './provider-profile.ts';

/** What `auth.identities` stores of a profile; its `sub` is the provider's id of the person. */
export type IdentityData = { sub: string } & Record<string, string | boolean>;

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
export async function saveIdentity(
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
