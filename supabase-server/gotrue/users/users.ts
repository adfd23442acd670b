import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Executor, TransactionSql } from '../../connections/sql.ts';
import { validationFailed } from '../auth-error.ts';
import { MAX_METADATA_BYTES, requireMetadata } from '../field-bounds.ts';

export type UserRow = {
  id: string;
  aud: string;
  role: string;
  email: string;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  confirmation_sent_at: Date | null;
  invited_at: Date | null;
  recovery_sent_at: Date | null;
  /** The requested address that is not confirmed yet; empty when there is none. */
  email_change: string;
  email_change_sent_at: Date | null;
  /** Which of the two links of a change of address was followed; see `links/email-change.ts`. */
  email_change_confirm_status: number;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown>;
  raw_user_meta_data: Record<string, unknown>;
  banned_until: Date | null;
  is_anonymous: boolean;
  created_at: Date;
  updated_at: Date;
};

const columns = (sql: Executor) => sql`
  id, aud, role, coalesce(email, '') as email, encrypted_password, email_confirmed_at, confirmation_sent_at, invited_at, recovery_sent_at,
  email_change, email_change_sent_at, email_change_confirm_status, last_sign_in_at, raw_app_meta_data, raw_user_meta_data,
  banned_until, is_anonymous, created_at, updated_at`;

type Fragment = ReturnType<typeof columns>;

const selectUsers = (sql: Executor, condition: Fragment) =>
  sql<UserRow[]>`select ${columns(sql)} from auth.users where deleted_at is null ${condition}`;

async function selectUser(sql: Executor, condition: Fragment): Promise<UserRow | null> {
  const [user] = await selectUsers(sql, condition);
  return user ?? null;
}

/** @param email normalized */
export const findUserByEmail = (sql: Executor, email: string) =>
  selectUser(sql, sql`and lower(email) = ${email} and not is_sso_user`);

export const findUser = (sql: Executor, id: string) => selectUser(sql, sql`and id = ${id}`);

export const lockUser = (tx: TransactionSql, id: string) => selectUser(tx, tx`and id = ${id} for no key update`);

/** A page of the accounts, the newest first. */
export const listUsers = (sql: Executor, { limit, offset }: { limit: number; offset: number }) =>
  selectUsers(sql, sql`order by created_at desc, id limit ${limit} offset ${offset}`);

export async function countUsers(sql: Executor): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from auth.users where deleted_at is null`;
  return row?.total ?? 0;
}

/** Finds an account by its normalized address and locks it until the transaction ends. */
export async function lockUserByEmail(tx: TransactionSql, email: string): Promise<UserRow | null> {
  const user = await findUserByEmail(tx, email);
  const locked = user && (await lockUser(tx, user.id));
  // Its address may have changed before the lock.
  return locked !== null && normalizeEmail(locked.email) === email ? locked : null;
}

export const isBanned = ({ banned_until }: UserRow): boolean => banned_until !== null && banned_until > new Date();

/** The `identity_data` of a new e-mail identity, which GoTrue also merges into the metadata of the account. */
export const createIdentityData = ({ id, email }: Pick<UserRow, 'id' | 'email'>) => ({
  sub: id,
  email,
  email_verified: false,
  phone_verified: false,
});

/** The ids of an account to be; a sign-up responds with them whether or not the account is created. */
export type NewIds = { id: string; identityId: string };

export const createIds = (): NewIds => ({ id: randomUUID(), identityId: randomUUID() });

type NewRow = {
  id: string;
  /** Null for a guest, who has no way to sign in again. */
  email: string | null;
  isConfirmed?: boolean;
  encryptedPassword?: string | null;
  provider: string | null;
  metadata: Record<string, unknown>;
};

const toProviders = (provider: string) => ({ provider, providers: [provider] });

/** Inserts a row of `auth.users`; null when the address is taken. */
export async function insertUser(
  sql: Executor,
  { id, email, isConfirmed = false, encryptedPassword = null, provider, metadata }: NewRow,
): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`
    insert into auth.users
      (id, aud, role, email, email_confirmed_at, encrypted_password, is_anonymous, raw_app_meta_data, raw_user_meta_data)
    values (${id}, 'authenticated', 'authenticated', ${email}, case when ${isConfirmed} then now() end,
      ${encryptedPassword}, ${email === null}, ${sql.json(provider === null ? {} : toProviders(provider))},
      ${sql.json(metadata as never)})
    on conflict do nothing
    returning ${columns(sql)}`;
  return user ?? null;
}

/** Makes a locked guest an account with this address. */
export async function keepGuest(
  tx: TransactionSql,
  id: string,
  { email, isVerified }: { email: string; isVerified: boolean },
) {
  await insertEmailIdentity(tx, { id, email });
  await tx`
    update auth.users set is_anonymous = false, email_confirmed_at = case when ${isVerified} then now() end,
      raw_app_meta_data = raw_app_meta_data || ${tx.json(toProviders('email'))}
    where id = ${id}`;
}

/** Gives an account an e-mail identity, which is not verified yet. */
export async function insertEmailIdentity(
  sql: Executor,
  user: Pick<UserRow, 'id' | 'email'>,
  identityId: string = randomUUID(),
): Promise<void> {
  await sql`
    insert into auth.identities (id, provider_id, user_id, identity_data, provider)
    values (${identityId}, ${user.id}, ${user.id}, ${sql.json(createIdentityData(user))}, 'email')`;
}

type NewUser = {
  email: string;
  encryptedPassword: string | null;
  metadata: Record<string, unknown>;
  ids?: NewIds;
};

/** Creates an unconfirmed account with its e-mail identity; null when the address is taken. */
export async function createUser(
  sql: Executor,
  { email, encryptedPassword, metadata, ids = createIds() }: NewUser,
): Promise<UserRow | null> {
  const { id, identityId } = ids;
  const data = { ...metadata, ...createIdentityData({ id, email }) };
  const user = await insertUser(sql, { id, email, encryptedPassword, provider: 'email', metadata: data });
  if (user !== null) await insertEmailIdentity(sql, user, identityId);
  return user;
}

/** The key in `raw_app_meta_data` of an unconfirmed account with whose address several people may have signed up. */
export const SIGN_UP_REPLACED = 'sign_up_replaced';

/** The key in `raw_app_meta_data` of an account that was opened without a mail, so its address may be anybody's. */
export const EMAIL_UNPROVEN = 'email_unproven';

/** Whether somebody has shown that they receive the mails of the account. */
export function isEmailProven({ email_confirmed_at, raw_app_meta_data }: UserRow): boolean {
  return email_confirmed_at !== null && !(EMAIL_UNPROVEN in raw_app_meta_data);
}

/** Lets a new account sign in though nobody has shown that its address is theirs. */
export async function acceptUnprovenEmail(tx: TransactionSql, user: UserRow): Promise<UserRow> {
  await tx`
    update auth.users set email_confirmed_at = now(), updated_at = now(),
      raw_app_meta_data = raw_app_meta_data || ${tx.json({ [EMAIL_UNPROVEN]: true })}
    where id = ${user.id}`;
  return (await findUser(tx, user.id)) ?? user;
}

/** Marks the address of an account as confirmed and proven, and removes the mark of repeated sign-ups. */
export async function confirmEmail(sql: Executor, id: string): Promise<void> {
  await sql`
    update auth.users set
      email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
      raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}',
      raw_app_meta_data = raw_app_meta_data - ${SIGN_UP_REPLACED}::text - ${EMAIL_UNPROVEN}::text
    where id = ${id}`;
  await sql`
    update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
    where user_id = ${id} and provider = 'email'`;
}

const emailAddress = z.email().max(254);

/** Accounts do not distinguish upper from lower case, nor what nobody sees in a pasted address. */
export function normalizeEmail(email: string): string {
  return email
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase();
}

export function isEmail(text: string): boolean {
  return emailAddress.safeParse(normalizeEmail(text)).success;
}

/** The normalized address. */
export function requireEmail(email: string | undefined): string {
  const normalized = normalizeEmail(email ?? '');
  if (isEmail(normalized)) return normalized;
  throw validationFailed('Unable to validate email address: invalid format');
}

type Metadata = Record<string, unknown>;

/** Merges as the database does below: null removes a key. */
function mergeMetadata(stored: Metadata, changes: Metadata): Metadata {
  const merged = Object.entries({ ...stored, ...changes });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}

export function requireMergeableMetadata(field: string, stored: Metadata, changes: Metadata): void {
  requireMetadata(field, mergeMetadata(stored, changes), MAX_METADATA_BYTES);
}

export async function updateMetadata(
  tx: TransactionSql,
  userId: string,
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  changes: Metadata,
): Promise<void> {
  const removed = Object.entries(changes).flatMap(([key, value]) => (value === null ? [key] : []));
  await tx`
    update auth.users set
      ${tx(column)} = (${tx(column)} || ${tx.json(changes as never)}) - ${removed}::text[], updated_at = now()
    where id = ${userId}`;
}
