import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import type { TransactionSql } from '../../connections/sql.ts';
import type { AccountRules } from '../../host.ts';
import { AuthError, emailExists, validationFailed } from '../auth-error.ts';
import { prepareEmailChange } from '../links/email-change.ts';
import type { LinkKind } from '../links/mail-links.ts';
import { readRedirectTo } from '../links/redirects.ts';
import { hashPassword, requireAcceptablePassword } from '../password/passwords.ts';
import { readBody } from '../read-body.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { readPasswordHash, replaceSignUp } from '../users/unconfirmed-account.ts';
import { loadUserResponse } from '../users/user-response.ts';
import { findUser, lockUserByEmail, requireEmail, type UserRow } from '../users/users.ts';
import { insertAccount } from './account-changes.ts';

const inviteBody = z.object({
  email: z.string().optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
});
const linkBody = inviteBody.extend({
  type: z.string().optional(),
  new_email: z.string().optional(),
  password: z.string().nullish(),
  redirect_to: z.string().nullish(),
});
const linkTypes = z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new']);

type LinkTarget = { user: UserRow; kind: LinkKind };
type SignUp = { encryptedPassword: string | null; metadata: Record<string, unknown> };

/**
 * The unconfirmed account of an address, new or with what this request says of it. An invitation leaves the password of a
 * sign-up alone; whoever follows its link removes it.
 */
async function signUpAccount(tx: TransactionSql, rules: AccountRules, email: string, signUp: SignUp): Promise<UserRow> {
  const existing = await lockUserByEmail(tx, email);
  if (existing === null) {
    const created = await insertAccount(tx, rules, { id: randomUUID(), email, ...signUp });
    if (created !== null) return created;
  }
  // Another request may have created the account meanwhile.
  const user = existing ?? (await lockUserByEmail(tx, email));
  if (user === null || user.email_confirmed_at !== null) throw emailExists();
  if (signUp.encryptedPassword === null && readPasswordHash(user) !== null) return user;
  return replaceSignUp(tx, user, signUp);
}

async function inviteAccount(
  tx: TransactionSql,
  rules: AccountRules,
  email: string,
  metadata: SignUp['metadata'],
): Promise<LinkTarget> {
  const user = await signUpAccount(tx, rules, email, { encryptedPassword: null, metadata });
  await tx`update auth.users set invited_at = now() where id = ${user.id}`;
  return { user, kind: 'invite' };
}

/** `POST /invite` mails an invitation; `POST /admin/generate_link` responds with a link instead of mailing it. */
export function serveAdminLinks(app: Hono<AppEnv>, dependencies: RequestDependencies): void {
  const { config, rules, links, mails, readSettings, sql } = dependencies;
  const parseLinkRequest = async (body: z.infer<typeof linkBody>) => {
    const email = requireEmail(body.email);
    const type = linkTypes.safeParse(body.type);
    if (!type.success) throw validationFailed(`Invalid email action link type requested: ${body.type ?? ''}`);
    const kind = type.data;
    if (kind === 'email_change_current' && !config.auth.doubleConfirmChanges) {
      throw validationFailed('Enable secure email change to generate link for current email');
    }
    const request = { type: kind, email, newEmail: '', encryptedPassword: null, metadata: body.data ?? {} };
    if (kind.startsWith('email_change')) return { ...request, newEmail: requireEmail(body.new_email) };
    if (kind !== 'signup') return request;
    if (!body.password) throw validationFailed('Signup requires a valid password');
    requireAcceptablePassword(body.password, (await readSettings()).passwordMinLength);
    return { ...request, encryptedPassword: await hashPassword(body.password) };
  };

  type LinkRequest = Awaited<ReturnType<typeof parseLinkRequest>>;

  const findTarget = async (tx: TransactionSql, request: LinkRequest): Promise<LinkTarget> => {
    const { type, email, metadata } = request;
    if (type === 'invite') return inviteAccount(tx, rules, email, metadata);
    if (type === 'signup') return { user: await signUpAccount(tx, rules, email, request), kind: type };
    const user = await lockUserByEmail(tx, email);
    if (user === null && type === 'magiclink') {
      return { user: await signUpAccount(tx, rules, email, { encryptedPassword: null, metadata }), kind: 'signup' };
    }
    if (user === null) throw new AuthError(404, 'user_not_found', 'User with this email not found');
    if (type === 'magiclink' || type === 'recovery') return { user, kind: type };
    return { user: await prepareEmailChange(tx, user, request.newEmail), kind: type };
  };

  const loadChanged = async (user: UserRow) => loadUserResponse(sql, (await findUser(sql, user.id)) ?? user);

  app.post('/invite', async (c) => {
    const body = await readBody(c, inviteBody);
    const email = requireEmail(body.email);
    const redirectTo = readRedirectTo(c, config.publicUrl);
    const invited = await mails.transaction(async (tx) => {
      const { user, kind } = await inviteAccount(tx, rules, email, body.data ?? {});
      await links.send(tx, { user, kind, redirectTo });
      return user;
    });
    return c.json(await loadChanged(invited));
  });

  app.post('/admin/generate_link', async (c) => {
    const body = await readBody(c, linkBody);
    const request = await parseLinkRequest(body);
    const redirectTo = readRedirectTo(c, config.publicUrl, body.redirect_to ?? undefined);
    const { user, kind, link, code, token } = await sql.begin(async (tx) => {
      const target = await findTarget(tx, request);
      const { encryptedPassword } = request;
      return { ...target, ...(await links.create(tx, { ...target, redirectTo, encryptedPassword })) };
    });
    c.header('cache-control', 'no-store');
    return c.json({
      ...(await loadChanged(user)),
      action_link: link,
      email_otp: code,
      hashed_token: token,
      verification_type: kind,
      redirect_to: redirectTo,
    });
  });
}
