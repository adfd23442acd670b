import { Hono } from 'hono';
import type { AppEnv } from '../caller.ts';
import { AuthError } from './auth-error.ts';

/** Endpoints of features that no screen uses, with GoTrue's error for a feature that is switched off. */
const UNSUPPORTED: [paths: string[], status: 404 | 422, code: string, message: string][] = [
  [['/sso', '/sso/*', '/admin/sso/*'], 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  [
    ['/factors/recovery-codes', '/factors/recovery-codes/*'],
    422,
    'mfa_recovery_codes_enroll_not_enabled',
    'MFA enroll is disabled for recovery codes',
  ],
  [['/passkeys', '/passkeys/*'], 404, 'passkey_disabled', 'Passkeys are disabled'],
  [['/oauth/*', '/user/oauth/*', '/admin/oauth/*'], 404, 'feature_disabled', 'OAuth server is disabled'],
];

export function createUnsupportedEndpoints(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const [paths, status, code, message] of UNSUPPORTED) {
    app.on('ALL', paths, () => {
      throw new AuthError(status, code, message);
    });
  }
  return app;
}
