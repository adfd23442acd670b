import { Hono } from 'hono';
import type { AppEnv } from '../../caller.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import type { ApiKeys } from '../sessions/identify-caller.ts';
import { createAdminFactors } from './admin-factors.ts';
import { createAdminLinks } from './admin-links.ts';
import { createAdminUsers } from './admin-users.ts';
import { requireAdmin } from './require-admin.ts';

/** The calls that take the secret key: `/admin/users`, `/admin/generate_link` and `/invite`. */
export function createAdmin(dependencies: RequestDependencies, apiKeys: ApiKeys): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const requireSecretKey = requireAdmin(dependencies, apiKeys);
  app.use('/admin/*', requireSecretKey);
  app.use('/invite', requireSecretKey);
  app.route('/', createAdminUsers(dependencies));
  app.route('/', createAdminFactors(dependencies));
  app.route('/', createAdminLinks(dependencies));
  return app;
}
