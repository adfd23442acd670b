import { Hono } from 'hono';
import type { AppEnv } from '../caller.ts';
import { AuthError } from './auth-error.ts';
import type { AuthParts } from './auth-parts.ts';
import { allowedRedirect, withFragment } from './redirects.ts';

const NAMES: Record<string, string> = { google: 'Google', apple: 'Apple', facebook: 'Facebook' };

/**
 * `GET /authorize`: where a social button sends the browser. None is set up on this server, and a person who followed
 * the button goes back to the log-in screen with the reason; a program gets GoTrue's refusal.
 */
export function createProviders({ config }: AuthParts): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/authorize', (c) => {
    const name = NAMES[c.req.query('provider') ?? ''];
    const refusal =
      name === undefined
        ? new AuthError(400, 'validation_failed', 'Unsupported provider: Provider could not be found')
        : new AuthError(400, 'validation_failed', `Unsupported provider: ${name} is not set up on this server`);
    if (!c.req.header('accept')?.includes('text/html')) throw refusal;
    const back = new URL('/login', allowedRedirect(c.req.query('redirect_to'), config.publicUrl)).href;
    const message = name === undefined ? refusal.message : `signing in with ${name} is not set up on this server`;
    return c.redirect(
      withFragment(back, { error: 'invalid_request', error_code: refusal.code, error_description: message }),
      303,
    );
  });
}
