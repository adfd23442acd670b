import { hash, verify } from '@node-rs/bcrypt';
import type { Logger } from 'pino';
import type { Sql, TransactionSql } from '../../supabase-server/connections/sql.ts';

/** The cost that GoTrue uses, so that accounts can move to Supabase with their passwords. */
const BCRYPT_COST = 10;

type BuiltInAccount = { email: string; password: string; fullName: string; isAdmin: boolean };

export const DEMO_PASSWORD = 'parqueo-demo';

/** Accounts for trying the product on one's own machine. */
export const DEMO_ACCOUNTS: readonly BuiltInAccount[] = [
  { email: 'driver@parqueo.test', password: DEMO_PASSWORD, fullName: 'Dario Demo', isAdmin: false },
  { email: 'admin@parqueo.test', password: DEMO_PASSWORD, fullName: 'Ada Demo', isAdmin: true },
];

const ADMIN_NAME = 'Administrator';

/** Users cannot write `raw_app_meta_data`, so nobody can mark an account of their own. */
const MADE_BY_SERVER = { made_by_server: true } as const;
const DEMO = { demo: true } as const;

/** @returns its id, or undefined when the address is taken */
async function insertAccount(
  tx: TransactionSql,
  account: Pick<BuiltInAccount, 'email' | 'fullName'>,
  encryptedPassword: string,
  mark: typeof MADE_BY_SERVER | typeof DEMO,
): Promise<string | undefined> {
  const [inserted] = await tx<{ id: string }[]>`
    with account as (
      insert into auth.users (
        id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data
      ) values (
        gen_random_uuid(), 'authenticated', 'authenticated', ${account.email}, ${encryptedPassword}, now(),
        ${tx.json({ provider: 'email', providers: ['email'], ...mark })}, ${tx.json({ full_name: account.fullName })}
      )
      on conflict do nothing
      returning id
    )
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    select id::text, id, jsonb_build_object('sub', id, 'email', ${account.email}::text, 'email_verified', true), 'email'
    from account returning user_id as id`;
  return inserted?.id;
}

async function grantAdmin(tx: TransactionSql, userId: string): Promise<void> {
  await tx`insert into public.user_roles (user_id, role) values (${userId}, 'admin') on conflict do nothing`;
}

/** Creates both demo accounts in a database without accounts. One that was removed or lost its role stays so. */
export async function createDemoAccounts(sql: Sql): Promise<void> {
  const [anyone] = await sql`select 1 from auth.users limit 1`;
  if (anyone) return;
  const accounts = await Promise.all(
    DEMO_ACCOUNTS.map(async (account) => ({ account, encrypted: await hash(account.password, BCRYPT_COST) })),
  );
  await sql.begin(async (tx) => {
    for (const { account, encrypted } of accounts) {
      const id = await insertAccount(tx, account, encrypted, DEMO);
      if (account.isAdmin && id !== undefined) await grantAdmin(tx, id);
    }
  });
}

/** Finds the demo accounts that still have their published password, also under another address. */
async function findDemoAccounts(sql: Sql): Promise<{ id: string; email: string }[]> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email);
  const found = await sql<{ id: string; email: string; encrypted: string }[]>`
    select id, email, encrypted_password as encrypted from auth.users
    where (email = any(${emails}) or raw_app_meta_data @> ${sql.json(DEMO)}) and encrypted_password <> ''
    order by created_at, email desc`;
  const checked = await Promise.all(
    found.map(async ({ encrypted, ...account }) => ((await verify(DEMO_PASSWORD, encrypted)) ? [account] : [])),
  );
  return checked.flat();
}

/**
 * Takes the published password, the sessions, the pending links and the role from the demo accounts that still have it; what
 * they own stays.
 * @returns whether there were any
 */
export async function closeDemoAccounts(sql: Sql): Promise<boolean> {
  const ids = (await findDemoAccounts(sql)).map(({ id }) => id);
  if (ids.length === 0) return false;
  await sql.begin(async (tx) => {
    await tx`update auth.users set encrypted_password = null where id = any(${ids})`;
    await tx`delete from auth.sessions where user_id = any(${ids})`;
    await tx`delete from auth.one_time_tokens where user_id = any(${ids})`;
    // An administrator whose password everybody knows goes even where there is no other.
    await tx`alter table public.user_roles disable trigger user_roles_keep_one_admin`;
    await tx`delete from public.user_roles where user_id = any(${ids})`;
    await tx`alter table public.user_roles enable trigger user_roles_keep_one_admin`;
  });
  return true;
}

export async function hasAdministrator(sql: Sql | TransactionSql): Promise<boolean> {
  return (await sql`select from public.user_roles where role = 'admin' limit 1`).count === 1;
}

/** What a start says of the accounts: the addresses that have the published password, and whether somebody administers. */
export type FirstAccounts = { demo: string[]; hasAdministrator: boolean };

export async function readFirstAccounts(sql: Sql): Promise<FirstAccounts> {
  const demo = await findDemoAccounts(sql);
  return { demo: demo.map(({ email }) => email), hasAdministrator: await hasAdministrator(sql) };
}

/**
 * Creates the first administrator, confirmed and with the role.
 * @returns whether the account was created, or what stands in the way
 */
export async function createFirstAdmin(
  sql: Sql,
  { email, encryptedPassword }: { email: string; encryptedPassword: string },
): Promise<'created' | 'address-taken' | 'has-administrator'> {
  return sql.begin(async (tx) => {
    // Of two requests at once the second one waits, and finds the administrator of the first.
    await tx`select pg_advisory_xact_lock(hashtext('public.user_roles'))`;
    if (await hasAdministrator(tx)) return 'has-administrator';
    const id = await insertAccount(tx, { email, fullName: ADMIN_NAME }, encryptedPassword, MADE_BY_SERVER);
    if (id === undefined) return 'address-taken';
    await grantAdmin(tx, id);
    return 'created';
  });
}

type FoundAccount = { id: string; isMadeByServer: boolean; isAdmin: boolean };

async function findAccount(sql: Sql | TransactionSql, email: string): Promise<FoundAccount | undefined> {
  const [account] = await sql<FoundAccount[]>`
    select id, raw_app_meta_data @> ${sql.json(MADE_BY_SERVER)} as "isMadeByServer",
      exists (select from public.user_roles r where r.user_id = u.id and r.role = 'admin') as "isAdmin"
    from auth.users u where lower(email) = ${email.toLowerCase()} and not is_sso_user`;
  return account;
}

/**
 * Ensures that an account exists, confirmed and with its role. An existing account keeps its password, and one that the
 * server created gets a lost role back. Anybody else with the address never becomes an administrator: they may have
 * signed up with it before its owner.
 * @returns false when the account belongs to somebody else and is no administrator
 */
export async function ensureAccount(sql: Sql, account: BuiltInAccount): Promise<boolean> {
  if ((await findAccount(sql, account.email)) === undefined) {
    const encrypted = await hash(account.password, BCRYPT_COST);
    await sql.begin((tx) => insertAccount(tx, account, encrypted, MADE_BY_SERVER));
  }
  // Read again, because another server or a sign-up may have been faster.
  return sql.begin(async (tx) => {
    const found = await findAccount(tx, account.email);
    if (!account.isAdmin || found?.isAdmin) return true;
    if (!found?.isMadeByServer) return false;
    await grantAdmin(tx, found.id);
    return true;
  });
}

/** Ensures the configured administrator, and logs a warning when the address belongs to somebody else. */
export async function ensureFirstAdmin(
  sql: Sql,
  admin: Pick<BuiltInAccount, 'email' | 'password'>,
  log: Logger,
): Promise<void> {
  if (await ensureAccount(sql, { ...admin, fullName: ADMIN_NAME, isAdmin: true })) return;
  log.warn(
    { variable: 'ADMIN_EMAIL' },
    'ADMIN_EMAIL is the address of an account that this server did not create, so that account was not made an administrator',
  );
}
