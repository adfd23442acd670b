import { hash, verify } from '@node-rs/bcrypt';
import type { Sql, TransactionSql } from 'postgres';

/** What GoTrue hashes with, so that accounts can move to Supabase with their passwords. */
const BCRYPT_COST = 10;

/** An account that exists without signing up. */
export type StandingAccount = { email: string; password: string; fullName: string; isAdmin: boolean };

/** The accounts of a trial on one's own machine. */
export const DEMO_ACCOUNTS: readonly StandingAccount[] = [
  { email: 'driver@parqueo.test', password: 'parqueo-demo', fullName: 'Dario Demo', isAdmin: false },
  { email: 'admin@parqueo.test', password: 'parqueo-demo', fullName: 'Ada Demo', isAdmin: true },
];

async function insertAccount(tx: TransactionSql, account: StandingAccount, encryptedPassword: string): Promise<void> {
  await tx`
    with account as (
      insert into auth.users (
        id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data
      ) values (
        gen_random_uuid(), 'authenticated', 'authenticated', ${account.email}, ${encryptedPassword}, now(),
        '{"provider": "email", "providers": ["email"]}', ${tx.json({ full_name: account.fullName })}
      )
      on conflict do nothing
      returning id
    )
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    select id::text, id, jsonb_build_object('sub', id, 'email', ${account.email}::text, 'email_verified', true), 'email'
    from account`;
}

async function grantAdmin(tx: TransactionSql, email: string): Promise<void> {
  await tx`
    insert into public.user_roles (user_id, role) select id, 'admin' from auth.users where email = ${email}
    on conflict do nothing`;
}

/**
 * Creates the demo accounts in a product that has no account at all, both or none. One that was removed, or is no
 * administrator any more, stays so.
 */
export async function createDemoAccounts(sql: Sql): Promise<void> {
  const [someone] = await sql`select 1 from auth.users limit 1`;
  if (someone) return;
  const accounts = await Promise.all(
    DEMO_ACCOUNTS.map(async (account) => ({ account, encrypted: await hash(account.password, BCRYPT_COST) })),
  );
  await sql.begin(async (tx) => {
    for (const { account, encrypted } of accounts) {
      await insertAccount(tx, account, encrypted);
      if (account.isAdmin) await grantAdmin(tx, account.email);
    }
  });
}

/** The demo accounts that still open with the password everybody can read in the README. */
export async function openDemoAccounts(sql: Sql): Promise<string[]> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email);
  const found = await sql<{ email: string; encrypted: string }[]>`
    select email, encrypted_password as encrypted from auth.users
    where email = any(${emails}) and encrypted_password <> '' and (banned_until is null or banned_until < now())`;
  const checked = await Promise.all(
    found.map(async ({ email, encrypted }) => {
      const account = DEMO_ACCOUNTS.find((one) => one.email === email);
      return account !== undefined && (await verify(account.password, encrypted)) ? [email] : [];
    }),
  );
  return checked.flat();
}

/**
 * Makes sure that an account exists, confirmed and with its role. An account that is there already keeps its password;
 * one that lost the role gets it back.
 */
export async function ensureAccount(sql: Sql, account: StandingAccount): Promise<void> {
  const [known] = await sql<{ id: string }[]>`select id from auth.users where email = ${account.email}`;
  const encrypted = known ? null : await hash(account.password, BCRYPT_COST);
  await sql.begin(async (tx) => {
    if (encrypted !== null) await insertAccount(tx, account, encrypted);
    if (account.isAdmin) await grantAdmin(tx, account.email);
  });
}
