import { Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../caller.ts';
import { AuthError } from './auth-error.ts';
import { type AuthParts, deviceOf } from './auth-parts.ts';
import { addressOf, LIMITS } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { allowedRedirect, withFragment } from './redirects.ts';

const body = z.object({ type: z.string(), token_hash: z.string().optional() });

const SIGN_UP_TYPES = new Set(['signup', 'email']);

const expiredLink = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');

/** `GET /verify`, where the link of a mail leads, and `POST /verify` for clients that bring the link's token themselves. */
export function createVerify({ config, confirmation, sessions, limiter }: AuthParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get('/verify', async (c) => {
    const back = allowedRedirect(c.req.query('redirect_to'), config.publicUrl);
    try {
      await limiter.take(LIMITS.verifyByAddress, addressOf(c));
      const isSignUp = SIGN_UP_TYPES.has(c.req.query('type') ?? '');
      const user = isSignUp ? await confirmation.follow(c.req.query('token') ?? '') : null;
      if (user === null) throw expiredLink();
      const { access_token, expires_at, expires_in, refresh_token, token_type } = await sessions.open(
        user,
        'otp',
        deviceOf(c),
      );
      const parameters = {
        access_token,
        expires_at: `${expires_at}`,
        expires_in: `${expires_in}`,
        refresh_token,
        token_type,
        type: 'signup',
      };
      return c.redirect(withFragment(back, parameters), 303);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      const parameters = { error: 'access_denied', error_code: error.code, error_description: error.message };
      return c.redirect(withFragment(back, parameters), 303);
    }
  });

  app.post('/verify', async (c) => {
    const { type, token_hash } = await readBody(c, body);
    await limiter.take(LIMITS.verifyByAddress, addressOf(c));
    const user = SIGN_UP_TYPES.has(type) && token_hash ? await confirmation.follow(token_hash) : null;
    if (user === null) throw expiredLink();
    return c.json(await sessions.open(user, 'otp', deviceOf(c)));
  });

  return app;
}
