import { hash } from '@node-rs/bcrypt';
import type { Sql } from 'postgres';

/** What GoTrue hashes with, so that accounts can move to Supabase with their passwords. */
const BCRYPT_COST = 10;

/** An account that exists without signing up. */
export type StandingAccount = { email: string; password: string; fullName: string; isAdmin: boolean };

/** The accounts of a trial on one's own machine. */
export const DEMO_ACCOUNTS: readonly StandingAccount[] = [
  { email: 'driver@parqueo.test', password: 'parqueo-demo', fullName: 'Dario Demo', isAdmin: false },
  { email: 'admin@parqueo.test', password: 'parqueo-demo', fullName: 'Ada Demo', isAdmin: true },
];

/**
 * Makes sure that an account exists, confirmed and with its role. An account that is there already keeps its password;
 * one that lost the role gets it back.
 */
export async function ensureAccount(sql: Sql, { email, password, fullName, isAdmin }: StandingAccount): Promise<void> {
  const [known] = await sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
  const encrypted = known ? null : await hash(password, BCRYPT_COST);
  await sql.begin(async (tx) => {
    if (encrypted !== null) {
      await tx`
        with account as (
          insert into auth.users (
            id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data
          ) values (
            gen_random_uuid(), 'authenticated', 'authenticated', ${email}, ${encrypted}, now(),
            '{"provider": "email", "providers": ["email"]}', ${tx.json({ full_name: fullName })}
          )
          on conflict do nothing
          returning id
        )
        insert into auth.identities (provider_id, user_id, identity_data, provider)
        select id::text, id, jsonb_build_object('sub', id, 'email', ${email}::text, 'email_verified', true), 'email'
        from account`;
    }
    if (isAdmin) {
      await tx`
        insert into public.user_roles (user_id, role) select id, 'admin' from auth.users where email = ${email}
        on conflict do nothing`;
    }
  });
}
