import { Hono } from 'hono';
import type { AppEnv } from '../../caller.ts';
import { AuthError } from '../auth-error.ts';
import { removeFactor } from '../factors/factor-store.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { loadFactorResponses } from '../users/user-response.ts';
import { requireUuid } from '../uuid.ts';
import { findAccount } from './find-account.ts';

/** `/admin/users/:id/factors`: lists and removes the second factors of an account. */
export function createAdminFactors({ sql, links, mails }: RequestDependencies): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get('/admin/users/:id/factors', async (c) => {
    const { id } = await findAccount(sql, c.req.param('id'));
    return c.json(await loadFactorResponses(sql, id));
  });

  app.delete('/admin/users/:id/factors/:factorId', async (c) => {
    const user = await findAccount(sql, c.req.param('id'));
    const factorId = c.req.param('factorId');
    requireUuid('factor_id', factorId);
    const factors = await loadFactorResponses(sql, user.id);
    const factor = factors.find((candidate) => candidate.id === factorId.toLowerCase());
    if (factor === undefined) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
    await mails.transaction(async (tx) => {
      await removeFactor(tx, factorId);
      if (factor.status === 'verified') await links.sendNotice(tx, user, 'factor_removed');
    });
    return c.json(factor);
  });

  return app;
}
