import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from '../../caller.ts';
import { AuthError } from '../auth-error.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { readBearerToken } from '../sessions/access-tokens.ts';
import type { ApiKeys } from '../sessions/identify-caller.ts';
import { requireClaims } from '../sessions/require-session.ts';

/**
 * Requires the secret key, as bearer token or, without one, as API key. An access token is never enough, whatever its role.
 * @throws AuthError 401 `no_authorization`, 403 `bad_jwt`, 403 `not_admin`
 */
export function requireAdmin(dependencies: RequestDependencies, apiKeys: ApiKeys): MiddlewareHandler<AppEnv> {
  const findCaller = async (c: Context) => {
    const bearer = readBearerToken(c);
    if (bearer === undefined) {
      const caller = apiKeys.authenticate(c);
      if (!(caller instanceof Response) && caller.role === 'service_role') return caller;
      throw new AuthError(401, 'no_authorization', 'This endpoint requires a Bearer token');
    }
    const caller = apiKeys.findCaller(bearer);
    if (caller === undefined) await requireClaims(c, dependencies);
    return caller;
  };
  return async function requireSecretKey(c, next) {
    const caller = await findCaller(c);
    if (caller?.role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed');
    await next();
  };
}
