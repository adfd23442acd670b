import { Hono } from 'hono';
import type { AppEnv } from '../caller.ts';
import { AuthError } from './auth-error.ts';

type UnsupportedEndpoint = { paths: string[]; status: 404 | 422; code: string; message: string };

/** Endpoints of Supabase that no screen uses, with GoTrue's error for a feature that is switched off. */
const UNSUPPORTED: readonly UnsupportedEndpoint[] = [
  { paths: ['/sso', '/sso/*'], status: 404, code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' },
  {
    paths: ['/user/identities/*'],
    status: 404,
    code: 'manual_linking_disabled',
    message: 'Manual linking is disabled',
  },
  {
    paths: ['/admin/*', '/invite'],
    status: 404,
    code: 'not_found',
    message: 'Accounts are administered in the product or in its database, not by this API',
  },
  {
    paths: ['/factors/recovery-codes', '/factors/recovery-codes/*'],
    status: 422,
    code: 'mfa_recovery_codes_enroll_not_enabled',
    message: 'This server has no recovery codes',
  },
  { paths: ['/passkeys', '/passkeys/*'], status: 404, code: 'not_found', message: 'This server has no passkeys' },
  {
    paths: ['/oauth/*', '/user/oauth/*'],
    status: 404,
    code: 'oauth_provider_not_supported',
    message: 'This server is no sign-in for other apps',
  },
];

export function createUnsupportedEndpoints(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const { paths, status, code, message } of UNSUPPORTED) {
    app.on('ALL', paths, () => {
      throw new AuthError(status, code, message);
    });
  }
  return app;
}
