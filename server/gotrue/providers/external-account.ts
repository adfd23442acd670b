import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { AuthError } from '../auth-error.ts';
import { MAX_METADATA_BYTES } from '../field-bounds.ts';
import type { MailLinks } from '../links/mail-links.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { requireNotBanned } from '../sessions/sessions.ts';
import { isEmail, normalizeEmail, requireEmail } from '../users/email-address.ts';
import { readPasswordHash, resetAccount } from '../users/unconfirmed-account.ts';
import { confirmEmail, findUser, insertUser, lockUserByEmail, type UserRow } from '../users/users.ts';
import { PROVIDER_NAMES, type ProviderName, type ProviderProfile } from './provider-profile.ts';

type IdentityData = Record<string, string | boolean>;

const MAX_NAME_LENGTH = 80;
const MAX_PICTURE_LENGTH = 1024;

/** Makes a name storable. It is cut rather than rejected, as the person cannot change it here. */
const toStorableName = (name: string) => name.replaceAll('\0', '').slice(0, MAX_NAME_LENGTH).toWellFormed();

const isStorablePicture = (picture: string) => picture.length <= MAX_PICTURE_LENGTH && URL.canParse(picture);

function toIdentityData({ subject, email, isEmailVerified, fullName, picture }: ProviderProfile): IdentityData {
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
 * Gives a locked, unconfirmed account to the person whom the provider identified. A stranger may have signed up with the
 * address, so the account's password and all ways into it end.
 */
async function claimAccount(tx: TransactionSql, links: MailLinks, user: UserRow, data: IdentityData): Promise<void> {
  await tx`delete from auth.identities where user_id = ${user.id}`;
  await resetAccount(tx, user, { metadata: data, keepFlowId: null });
  await tx`update auth.users set raw_app_meta_data = raw_app_meta_data - 'provider' where id = ${user.id}`;
  await confirmEmail(tx, user.id);
  if (readPasswordHash(user) !== null) await links.sendPasswordRemoved(tx, user);
}

async function linkIdentity(tx: TransactionSql, userId: string, provider: ProviderName, data: IdentityData) {
  await tx`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
    values (${String(data.sub)}, ${userId}, ${tx.json(data)}, ${provider}, now())
    on conflict (provider_id, provider) do update set
      identity_data = excluded.identity_data, last_sign_in_at = now(), updated_at = now()`;
  // The person's own metadata takes precedence; the provider's is added where all of it still fits.
  await tx`
    update auth.users set
      raw_app_meta_data = jsonb_build_object('provider', ${provider}::text) || raw_app_meta_data || jsonb_build_object(
        'providers', (select jsonb_agg(distinct provider) from auth.identities where user_id = ${userId})),
      raw_user_meta_data = case
        when octet_length((${tx.json(data)}::jsonb || raw_user_meta_data)::text) <= ${MAX_METADATA_BYTES}
        then ${tx.json(data)}::jsonb || raw_user_meta_data else raw_user_meta_data end,
      updated_at = now()
    where id = ${userId}`;
}

/**
 * Finds the account by the provider's id, else by the verified address, else creates one, and links the identity to it.
 * @throws AuthError `provider_email_needs_verification`, `user_banned`
 */
export function signInExternalAccount(
  { links, outbox }: RequestDependencies,
  provider: ProviderName,
  profile: ProviderProfile,
): Promise<UserRow> {
  const data = toIdentityData(profile);
  const findOrCreateAccount = async (tx: TransactionSql): Promise<UserRow | null> => {
    const [identity] = await tx<{ user_id: string }[]>`
      select user_id from auth.identities where provider = ${provider} and provider_id = ${profile.subject}`;
    if (identity) return findUser(tx, identity.user_id);
    const email = requireVerifiedEmail(profile, provider);
    const existing = await lockUserByEmail(tx, email);
    const newUser = { id: randomUUID(), email, isConfirmed: true, provider, metadata: data };
    const user = existing ?? (await insertUser(tx, newUser)) ?? (await lockUserByEmail(tx, email));
    if (user !== null && user.email_confirmed_at === null) await claimAccount(tx, links, user, data);
    return user;
  };
  return outbox.transaction(async (tx) => {
    const user = await findOrCreateAccount(tx);
    if (user === null) throw new AuthError(403, 'user_not_found', 'This account has been removed');
    requireNotBanned(user, 403);
    await linkIdentity(tx, user.id, provider, data);
    return (await findUser(tx, user.id)) ?? user;
  });
}
