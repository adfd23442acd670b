import { Hono } from 'hono';
import type { AppEnv } from '../caller.ts';
import { AuthError } from './auth-error.ts';

type UnsupportedEndpoint = { method?: 'POST'; paths: string[]; status: 404 | 422; code: string; message: string };

/** Endpoints of features that no screen uses, with GoTrue's error for a feature that is switched off. */
const UNSUPPORTED: readonly UnsupportedEndpoint[] = [
  {
    paths: ['/sso', '/sso/*', '/admin/sso/*'],
    status: 404,
    code: 'saml_provider_disabled',
    message: 'SAML 2.0 is disabled',
  },
  {
    method: 'POST',
    paths: ['/factors/recovery-codes', '/factors/recovery-codes/regenerate'],
    status: 422,
    code: 'mfa_recovery_codes_enroll_not_enabled',
    message: 'MFA enroll is disabled for recovery codes',
  },
  {
    method: 'POST',
    paths: ['/factors/recovery-codes/verify'],
    status: 422,
    code: 'mfa_recovery_codes_verify_not_enabled',
    message: 'MFA verification is disabled for recovery codes',
  },
  {
    paths: ['/factors/recovery-codes', '/factors/recovery-codes/*'],
    status: 404,
    code: 'mfa_factor_not_found',
    message: 'Recovery codes are not enrolled for this user',
  },
  { paths: ['/passkeys', '/passkeys/*'], status: 404, code: 'passkey_disabled', message: 'Passkeys are disabled' },
  {
    paths: ['/oauth/*', '/user/oauth/*', '/admin/oauth/*'],
    status: 404,
    code: 'feature_disabled',
    message: 'OAuth server is disabled',
  },
];

export function createUnsupportedEndpoints(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const { method, paths, status, code, message } of UNSUPPORTED) {
    app.on('ALL', paths, (c, next) => {
      if (method !== undefined && method !== c.req.method) return next();
      throw new AuthError(status, code, message);
    });
  }
  return app;
}
