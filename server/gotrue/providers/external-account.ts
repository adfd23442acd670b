import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { AuthError } from '../auth-error.ts';
import { MAX_METADATA_BYTES } from '../field-bounds.ts';
import type { MailLinks } from '../links/mail-links.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { requireNotBanned } from '../sessions/sessions.ts';
import { isEmail, requireEmail } from '../users/email-address.ts';
import { hasPassword, resetAccount } from '../users/unconfirmed-account.ts';
import { confirmEmail, findUser, lockUserByEmail, normalizeEmail, type UserRow } from '../users/users.ts';
import { PROVIDER_NAMES, type ProviderName, type ProviderProfile } from './provider-clients.ts';

type IdentityData = Record<string, string | boolean>;

const MAX_NAME_LENGTH = 80;
const MAX_PICTURE_LENGTH = 1024;

/** A name as it can be stored; what is too long is cut, as nobody signs in to be told so. */
const storableName = (name: string) => name.replaceAll('\0', '').slice(0, MAX_NAME_LENGTH).toWellFormed();

const isStorablePicture = (picture: string) => picture.length <= MAX_PICTURE_LENGTH && URL.canParse(picture);

function identityDataOf({ subject, email, isEmailVerified, fullName, picture }: ProviderProfile): IdentityData {
  const name = fullName && storableName(fullName);
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
  if (!email) {
    throw new AuthError(
      422,
      'provider_email_needs_verification',
      `${name} gave no email address. Allow it to, or log in another way.`,
    );
  }
  if (!isEmailVerified) {
    throw new AuthError(
      422,
      'provider_email_needs_verification',
      `Unverified email with ${name}. Confirm your email address there, then try again.`,
    );
  }
  return requireEmail(email);
}

async function insertUser(
  tx: TransactionSql,
  provider: ProviderName,
  email: string,
  data: IdentityData,
): Promise<UserRow | null> {
  const id = randomUUID();
  const created = await tx`
    insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    values (${id}, 'authenticated', 'authenticated', ${email}, now(),
      ${tx.json({ provider, providers: [provider] })}, ${tx.json(data)})
    on conflict do nothing returning 1`;
  return created.length === 1 ? findUser(tx, id) : null;
}

/**
 * An account whose address nobody had confirmed may be somebody else's trap: its password and its ways in end, and the
 * person whom the provider vouches for gets it. The account must be locked.
 */
async function takeOver(tx: TransactionSql, links: MailLinks, user: UserRow, data: IdentityData): Promise<void> {
  await tx`delete from auth.identities where user_id = ${user.id}`;
  await resetAccount(tx, user, { metadata: data, keepFlowId: null });
  await tx`update auth.users set raw_app_meta_data = raw_app_meta_data - 'provider' where id = ${user.id}`;
  await confirmEmail(tx, user.id);
  if (hasPassword(user)) await links.sendPasswordRemoved(tx, user);
}

async function linkIdentity(tx: TransactionSql, userId: string, provider: ProviderName, data: IdentityData) {
  await tx`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
    values (${String(data.sub)}, ${userId}, ${tx.json(data)}, ${provider}, now())
    on conflict (provider_id, provider) do update set
      identity_data = excluded.identity_data, last_sign_in_at = now(), updated_at = now()`;
  // What a person chose to be called here is theirs; the provider only adds what is missing and fits.
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

async function accountOf(
  tx: TransactionSql,
  links: MailLinks,
  provider: ProviderName,
  person: ProviderProfile,
  data: IdentityData,
): Promise<UserRow | null> {
  const [identity] = await tx<{ user_id: string }[]>`
    select user_id from auth.identities where provider = ${provider} and provider_id = ${person.subject}`;
  if (identity) return findUser(tx, identity.user_id);
  const email = requireVerifiedEmail(person, provider);
  const known = await lockUserByEmail(tx, email);
  const user = known ?? (await insertUser(tx, provider, email, data)) ?? (await lockUserByEmail(tx, email));
  if (user !== null && user.email_confirmed_at === null) await takeOver(tx, links, user, data);
  return user;
}

/**
 * The account of somebody whom a provider vouches for: the one they used before, else the one with the same address,
 * else a new one.
 * @throws AuthError `provider_email_needs_verification`, `user_banned`
 */
export function signInExternalAccount(
  { links, outbox }: Pick<RequestDependencies, 'links' | 'outbox'>,
  provider: ProviderName,
  person: ProviderProfile,
): Promise<UserRow> {
  return outbox.transaction(async (tx) => {
    const data = identityDataOf(person);
    const user = await accountOf(tx, links, provider, person, data);
    if (user === null) throw new AuthError(403, 'user_not_found', 'This account has been removed');
    requireNotBanned(user, 403);
    await linkIdentity(tx, user.id, provider, data);
    return (await findUser(tx, user.id)) ?? user;
  });
}
