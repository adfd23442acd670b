import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';

/** An account as the tables hold it. */
export type UserRow = {
  id: string;
  aud: string;
  role: string;
  email: string;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  /** The address that is waiting to be confirmed; empty when none is. */
  email_change: string;
  email_change_sent_at: Date | null;
  /** How many of the two links of a change of address were followed. */
  email_change_confirm_status: number;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown>;
  raw_user_meta_data: Record<string, unknown>;
  banned_until: Date | null;
  is_anonymous: boolean;
  created_at: Date;
  updated_at: Date;
};

export type Executor = Sql | TransactionSql;

const columns = (sql: Executor) => sql`
  id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_sent_at, recovery_sent_at, email_change,
  email_change_sent_at, email_change_confirm_status, last_sign_in_at, raw_app_meta_data, raw_user_meta_data,
  banned_until, is_anonymous, created_at, updated_at`;

/** Addresses are one account in whatever case they are typed. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** The account of an address, or null. */
export async function findUserByEmail(sql: Executor, email: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`
    select ${columns(sql)} from auth.users where lower(email) = ${email} and not is_sso_user and deleted_at is null`;
  return user ?? null;
}

/** The account of an id, or null. */
export async function findUser(sql: Executor, id: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`select ${columns(sql)} from auth.users where id = ${id} and deleted_at is null`;
  return user ?? null;
}

/** The account of an id, or null. Nobody else changes it until the transaction ends. */
export async function lockUser(tx: TransactionSql, id: string): Promise<UserRow | null> {
  const [user] = await tx<UserRow[]>`
    select ${columns(tx)} from auth.users where id = ${id} and deleted_at is null for no key update`;
  return user ?? null;
}

/** The account of an address, or null. Nobody else changes it until the transaction ends. */
export async function lockUserByEmail(tx: TransactionSql, email: string): Promise<UserRow | null> {
  const user = await findUserByEmail(tx, email);
  const locked = user && (await lockUser(tx, user.id));
  // It may have got another address before the lock.
  return locked !== null && normalizeEmail(locked.email) === email ? locked : null;
}

/** Whether an administrator has shut the account out for now. */
export function isBanned({ banned_until }: UserRow, now = new Date()): boolean {
  return banned_until !== null && banned_until > now;
}

/** What an account's own data says of it besides what a person wrote there. */
export const createIdentityData = ({ id, email }: Pick<UserRow, 'id' | 'email'>) => ({
  sub: id,
  email,
  email_verified: false,
  phone_verified: false,
});

type NewUser = {
  email: string;
  encryptedPassword: string | null;
  metadata: Record<string, unknown>;
  ids?: { id: string; identityId: string };
};

/** Creates an unconfirmed account with its e-mail identity; null when the address has one by now. */
export async function createUser(
  sql: Executor,
  { email, encryptedPassword, metadata, ids = { id: randomUUID(), identityId: randomUUID() } }: NewUser,
): Promise<UserRow | null> {
  const { id, identityId } = ids;
  const claims = createIdentityData({ id, email });
  const data = { ...metadata, ...claims };
  const [user] = await sql<UserRow[]>`
    insert into auth.users (id, aud, role, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
    values (${id}, 'authenticated', 'authenticated', ${email}, ${encryptedPassword},
      '{"provider": "email", "providers": ["email"]}', ${sql.json(data as never)})
    on conflict do nothing
    returning ${columns(sql)}`;
  if (!user) return null;
  await sql`
    insert into auth.identities (id, provider_id, user_id, identity_data, provider)
    values (${identityId}, ${id}, ${id}, ${sql.json(claims)}, 'email')`;
  return user;
}

/** Marks, in `raw_app_meta_data`, an unconfirmed account with whose address several people may have signed up. */
export const SIGN_UP_REPLACED = 'sign_up_replaced';

/** Marks the address of an account as confirmed; who else signed up with it no longer matters. */
export async function confirmEmail(sql: Executor, id: string): Promise<void> {
  await sql`
    update auth.users set
      email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
      raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}',
      raw_app_meta_data = raw_app_meta_data - ${SIGN_UP_REPLACED}::text
    where id = ${id}`;
  await sql`
    update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
    where user_id = ${id} and provider = 'email'`;
}
