import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';

/** An account as the tables hold it; times are ISO 8601 or null. */
export type UserRow = {
  id: string;
  aud: string;
  role: string;
  email: string;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  confirmation_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown>;
  raw_user_meta_data: Record<string, unknown>;
  banned_until: Date | null;
  is_anonymous: boolean;
  created_at: Date;
  updated_at: Date;
};

type Executor = Sql | TransactionSql;

const columns = (sql: Executor) => sql`
  id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_sent_at, last_sign_in_at,
  raw_app_meta_data, raw_user_meta_data, banned_until, is_anonymous, created_at, updated_at`;

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

/** Whether an administrator has shut the account out for now. */
export function isBanned({ banned_until }: UserRow, now = new Date()): boolean {
  return banned_until !== null && banned_until > now;
}

type NewUser = { email: string; encryptedPassword: string; metadata: Record<string, unknown> };

/** Creates an unconfirmed account with its e-mail identity; null when the address has one by now. */
export async function createUser(
  sql: Executor,
  { email, encryptedPassword, metadata }: NewUser,
): Promise<UserRow | null> {
  const id = randomUUID();
  const data = { ...metadata, sub: id, email, email_verified: false, phone_verified: false };
  const [user] = await sql<UserRow[]>`
    insert into auth.users (id, aud, role, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
    values (${id}, 'authenticated', 'authenticated', ${email}, ${encryptedPassword},
      '{"provider": "email", "providers": ["email"]}', ${sql.json(data as never)})
    on conflict do nothing
    returning ${columns(sql)}`;
  if (!user) return null;
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    values (${id}, ${id}, ${sql.json({ sub: id, email, email_verified: false, phone_verified: false })}, 'email')`;
  return user;
}

/** Marks the address of an account as confirmed. */
export async function confirmEmail(sql: Executor, id: string): Promise<void> {
  await sql`
    update auth.users set
      email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
      raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'
    where id = ${id}`;
  await sql`
    update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
    where user_id = ${id} and provider = 'email'`;
}

type Identity = {
  identity_id: string;
  id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  last_sign_in_at: Date | null;
  created_at: Date;
  updated_at: Date;
  email: string;
};

/** An account as clients see it. */
export type UserView = Record<string, unknown> & { id: string };

function view(user: UserRow, identities: readonly Identity[]): UserView {
  const confirmed = user.email_confirmed_at;
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    phone: '',
    ...(confirmed ? { email_confirmed_at: confirmed, confirmed_at: confirmed } : {}),
    ...(user.confirmation_sent_at ? { confirmation_sent_at: user.confirmation_sent_at } : {}),
    ...(user.last_sign_in_at ? { last_sign_in_at: user.last_sign_in_at } : {}),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities,
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  };
}

/** Reads what a client sees of an account, identities included. */
export async function userView(sql: Executor, user: UserRow): Promise<UserView> {
  const identities = await sql<Identity[]>`
    select id as identity_id, provider_id as id, user_id, identity_data, provider, last_sign_in_at, created_at,
      updated_at, email
    from auth.identities where user_id = ${user.id} order by created_at`;
  return view(user, identities);
}

/** What a sign-up with an address that has an account answers: an account that looks new and is nobody's. */
export function viewOfNobody(email: string, metadata: Record<string, unknown>): UserView {
  const id = randomUUID();
  const now = new Date();
  const data = { ...metadata, sub: id, email, email_verified: false, phone_verified: false };
  const user: UserRow = {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    encrypted_password: null,
    email_confirmed_at: null,
    confirmation_sent_at: now,
    last_sign_in_at: null,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: data,
    banned_until: null,
    is_anonymous: false,
    created_at: now,
    updated_at: now,
  };
  const identity: Identity = {
    identity_id: randomUUID(),
    id,
    user_id: id,
    identity_data: { sub: id, email, email_verified: false, phone_verified: false },
    provider: 'email',
    last_sign_in_at: null,
    created_at: now,
    updated_at: now,
    email,
  };
  return view(user, [identity]);
}
