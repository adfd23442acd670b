import { describeRejection } from '../../domain/problems.ts';
import type { AccountRules } from '../../supabase-server/host.ts';

export const accountRules: AccountRules = {
  async isSessionLimited(sql, userId) {
    return (await sql`select from public.user_roles where user_id = ${userId} and role = 'admin'`).count === 1;
  },
  // Whoever left while they were suspended cannot sign up again; the operator may admit them.
  async admitAddress(tx, email) {
    await tx`delete from private.suspended_addresses where digest = private.digest_address(${email})`;
  },
  async deleteAccount(sql, userId) {
    await sql`select private.delete_account(${userId})`;
  },
  describeRejection,
};
