import { Hono } from 'hono';
import type { AppEnv } from '../caller.ts';
import { AuthError } from './auth-error.ts';

/** What no screen of the product uses, and how GoTrue says that it is switched off. */
const SWITCHED_OFF: readonly { paths: string[]; error: () => AuthError }[] = [
  { paths: ['/sso', '/sso/*'], error: () => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled') },
  {
    paths: ['/user/identities/*'],
    error: () => new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled'),
  },
  {
    paths: ['/admin/*', '/invite'],
    error: () =>
      new AuthError(404, 'not_found', 'Accounts are administered in the product or in its database, not by this API'),
  },
  {
    paths: ['/factors/recovery-codes', '/factors/recovery-codes/*'],
    error: () => new AuthError(422, 'mfa_recovery_codes_enroll_not_enabled', 'This server has no recovery codes'),
  },
  {
    paths: ['/passkeys', '/passkeys/*'],
    error: () => new AuthError(404, 'not_found', 'This server has no passkeys'),
  },
  {
    paths: ['/oauth/*', '/user/oauth/*'],
    error: () => new AuthError(404, 'oauth_provider_not_supported', 'This server is no sign-in for other apps'),
  },
];

/** Answers what only Supabase has in GoTrue's own format, so that clients see a refusal and not a fault. */
export function createUnsupportedEndpoints(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const { paths, error } of SWITCHED_OFF) {
    for (const path of paths) {
      app.all(path, () => {
        throw error();
      });
    }
  }
  return app;
}
