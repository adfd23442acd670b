import { Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import { AuthError } from '../auth-error.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { requireLinkingSession, unlinkIdentity } from './link-identity.ts';
import { startAuthorization } from './start-authorization.ts';

const identityIds = z.guid();

/** `GET /user/identities/authorize` and `DELETE /user/identities/:id`: people link and unlink identities. */
export function createIdentityEndpoints(dependencies: RequestDependencies): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get('/user/identities/authorize', async (c) => {
    const session = await requireLinkingSession(c, dependencies);
    c.header('cache-control', 'no-store');
    const url = await startAuthorization(c, dependencies, { sessionId: session.id });
    return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302);
  });

  app.delete('/user/identities/:id', async (c) => {
    const session = await requireLinkingSession(c, dependencies);
    const id = identityIds.safeParse(c.req.param('id').toLowerCase());
    if (!id.success) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID');
    await unlinkIdentity(dependencies, session, id.data);
    return c.json({});
  });

  return app;
}
