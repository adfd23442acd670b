import { randomInt } from 'node:crypto';
import type { Hono } from 'hono';
import type { AppEnv } from '../../caller.ts';
import type { Executor, TransactionSql } from '../../connections/sql.ts';
import { AuthError } from '../auth-error.ts';
import { requireRecentProof } from '../password/reauthenticate.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { hashCode, readCode } from '../secrets.ts';
import { requireSession } from '../sessions/require-session.ts';
import type { UserRow } from '../users/users.ts';

// Ten codes that each work once in place of a code of the authenticator app, with the endpoints of GoTrue's recovery codes.

const CODES = 10;
const LENGTH = 10;
/** Letters and digits that nobody confuses on paper: a code is one of 31^10. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

const createRecoveryCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

const hashRecoveryCode = (code: string, userId: string, secretKey: string) =>
  hashCode(code, `recovery code of ${userId}`, secretKey);

async function countCodes(sql: Executor, userId: string): Promise<number> {
  const codes = await sql`select from auth.mfa_recovery_codes where user_id = ${userId}`;
  return codes.length;
}

/** Uses up a code and tells the owner of the account. @returns false when it is none of this account */
export async function consumeRecoveryCode(
  tx: TransactionSql,
  { links, secretKey }: Pick<RequestDependencies, 'links' | 'secretKey'>,
  user: UserRow,
  typed: string,
): Promise<boolean> {
  const code = readCode(typed);
  const used = await tx`
    delete from auth.mfa_recovery_codes
    where user_id = ${user.id} and code_hash = ${hashRecoveryCode(code, user.id, secretKey)} returning 1`;
  if (used.length === 0) return false;
  await links.sendNotice(tx, user, 'recovery_code_used', { codesLeft: await countCodes(tx, user.id) });
  return true;
}

/** `/factors/recovery-codes`: how many are left, and ten new ones, which are shown this once. */
export function serveRecoveryCodes(app: Hono<AppEnv>, dependencies: RequestDependencies): void {
  const { sql, links, mails, secretKey, sessions } = dependencies;

  app.get('/factors/recovery-codes', async (c) => {
    const { user } = await requireSession(c, dependencies);
    const remaining = await countCodes(sql, user.id);
    return c.json({ id: user.id, type: 'recovery_code', total: CODES, remaining });
  });

  // GoTrue replaces codes that exist by its second endpoint only.
  for (const [path, replaces] of [
    ['/factors/recovery-codes', false],
    ['/factors/recovery-codes/regenerate', true],
  ] as const) {
    app.post(path, async (c) => {
      const session = await requireSession(c, dependencies);
      if (session.aal !== 'aal2') {
        throw new AuthError(422, 'mfa_recovery_codes_sole_factor', 'Recovery codes need another verified factor');
      }
      await requireRecentProof(dependencies, session);
      const codes = Array.from({ length: CODES }, createRecoveryCode);
      await mails.transaction(async (tx) => {
        const user = await sessions.lock(tx, session);
        if (!replaces && (await countCodes(tx, user.id)) > 0) {
          throw new AuthError(422, 'mfa_verified_factor_exists', 'A verified recovery code factor already exists');
        }
        await tx`delete from auth.mfa_recovery_codes where user_id = ${user.id}`;
        await tx`
          insert into auth.mfa_recovery_codes (user_id, code_hash)
          select ${user.id}, unnest(${codes.map((code) => hashRecoveryCode(code, user.id, secretKey))}::text[])`;
        await links.sendNotice(tx, user, 'recovery_codes_created');
      });
      c.header('cache-control', 'no-store');
      return c.json({ id: session.user.id, type: 'recovery_code', total: CODES, codes });
    });
  }
}
