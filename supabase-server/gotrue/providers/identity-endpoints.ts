import { Hono } from 'hono';
import type { AppEnv } from '../../caller.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { requireUuid } from '../uuid.ts';
import { requireLinkingSession, unlinkIdentity } from './link-identity.ts';
import { startAuthorization } from './start-authorization.ts';

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
    const id = c.req.param('id').toLowerCase();
    requireUuid('identity_id', id);
    await unlinkIdentity(dependencies, session, id);
    return c.json({});
  });

  return app;
}
