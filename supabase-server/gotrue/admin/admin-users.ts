import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import type { Executor } from '../../connections/sql.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { removeFactor } from '../factors/factor-store.ts';
import { isUuid, readBody, requireUuid } from '../read-body.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { loadFactorResponses, loadUserResponse, loadUserResponses } from '../users/user-response.ts';
import { countUsers, findUser, listUsers, lockUser, type UserRow } from '../users/users.ts';
import { changeAccount, createAccount, parseUserAttributes, userAttributesBody } from './account-changes.ts';

const userNotFound = () => new AuthError(404, 'user_not_found', 'User not found');

/** The account with the id in a path. */
export async function findAccount(sql: Executor, id: string): Promise<UserRow> {
  requireUuid('user_id', id);
  const user = await findUser(sql, id);
  if (user === null) throw userNotFound();
  return user;
}

const DEFAULT_PER_PAGE = 50;

const MAX_PER_PAGE = 1000;

const MAX_PAGE = 1_000_000;

const NIL_UUID = '00000000-0000-0000-0000-000000000000';

const createBody = userAttributesBody.extend({ id: z.string().nullish() });
const deleteBody = z.object({ should_soft_delete: z.boolean().nullish() });

function requireNewId(id: string): string {
  if (!isUuid(id)) throw validationFailed('ID must conform to the uuid v4 format');
  if (id === NIL_UUID) throw validationFailed('ID cannot be a nil uuid');
  return id.toLowerCase();
}

export function serveAdminUsers(
  app: Hono<AppEnv>,
  { sql, rules, links, mails, readSettings }: RequestDependencies,
): void {
  const parseAttributes = async (body: z.infer<typeof userAttributesBody>) =>
    parseUserAttributes(body, (await readSettings()).passwordMinLength);

  app.post('/admin/users', async (c) => {
    const body = await readBody(c, createBody);
    const id = body.id ? requireNewId(body.id) : randomUUID();
    const { email, encryptedPassword, userMetadata, ...others } = await parseAttributes(body);
    if (email === undefined) throw validationFailed('Cannot create a user without either an email or phone');
    const user = await sql.begin(async (tx) => {
      const created = await createAccount(tx, rules, { id, email, encryptedPassword, metadata: userMetadata });
      return changeAccount(tx, links, created, others);
    });
    return c.json(await loadUserResponse(sql, user));
  });

  app.get('/admin/users', async (c) => {
    const page = readPage(c);
    const users = await listUsers(sql, { limit: page.perPage, offset: (page.page - 1) * page.perPage });
    setPaginationHeaders(c, page, await countUsers(sql));
    return c.json({ users: await loadUserResponses(sql, users), aud: 'authenticated' });
  });

  app.get('/admin/users/:id', async (c) =>
    c.json(await loadUserResponse(sql, await findAccount(sql, c.req.param('id')))),
  );

  app.put('/admin/users/:id', async (c) => {
    const { id } = await findAccount(sql, c.req.param('id'));
    const attributes = await parseAttributes(await readBody(c, userAttributesBody));
    const user = await mails.transaction(async (tx) => {
      const locked = await lockUser(tx, id);
      if (locked === null) throw userNotFound();
      return changeAccount(tx, links, locked, attributes);
    });
    return c.json(await loadUserResponse(sql, user));
  });

  app.delete('/admin/users/:id', async (c) => {
    const { id } = await findAccount(sql, c.req.param('id'));
    const { should_soft_delete } = await readBody(c, deleteBody);
    if (should_soft_delete) throw validationFailed('should_soft_delete: this server deletes accounts completely');
    await rules.deleteAccount(sql, id);
    return c.json({});
  });
}

type Page = { page: number; perPage: number };

function readNumber(c: Context, name: string, { fallback, max }: { fallback: number; max: number }): number {
  const text = c.req.query(name) ?? '';
  if (text === '') return fallback;
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= max) return number;
  throw validationFailed(`Bad Pagination Parameters: ${name} takes a number from 1 to ${max}`);
}

/** The page that a request asks for. */
function readPage(c: Context): Page {
  return {
    page: readNumber(c, 'page', { fallback: 1, max: MAX_PAGE }),
    perPage: readNumber(c, 'per_page', { fallback: DEFAULT_PER_PAGE, max: MAX_PER_PAGE }),
  };
}

function setPaginationHeaders(c: Context, { page, perPage }: Page, total: number): void {
  const lastPage = Math.ceil(total / perPage);
  // The client reads the number after the first equals sign, so `page` comes first.
  const toLink = (number: number, relation: string) =>
    `<${c.req.path}?page=${number}&per_page=${perPage}>; rel="${relation}"`;
  const next = page < lastPage ? [toLink(page + 1, 'next')] : [];
  c.header('link', [...next, toLink(lastPage, 'last')].join(', '));
  c.header('x-total-count', String(total));
  // Matters where a proxy lets other origins in.
  c.header('access-control-expose-headers', 'Link, X-Total-Count');
}

export function serveAdminFactors(app: Hono<AppEnv>, dependencies: RequestDependencies): void {
  const { sql } = dependencies;

  app.get('/admin/users/:id/factors', async (c) => {
    const { id } = await findAccount(sql, c.req.param('id'));
    return c.json(await loadFactorResponses(sql, id));
  });

  app.delete('/admin/users/:id/factors/:factorId', async (c) => {
    const user = await findAccount(sql, c.req.param('id'));
    const id = c.req.param('factorId').toLowerCase();
    requireUuid('factor_id', id);
    const factor = (await loadFactorResponses(sql, user.id)).find((candidate) => candidate.id === id);
    if (factor === undefined) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
    await removeFactor(dependencies, user, { id, status: factor.status });
    return c.json(factor);
  });
}
