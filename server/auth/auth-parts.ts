import type { Context } from 'hono';
import type { Sql } from 'postgres';
import type { Config } from '../config.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { Confirmation } from './confirmation.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Device, Sessions } from './sessions.ts';

/** What the endpoints share. */
export type AuthParts = {
  sql: Sql;
  config: Pick<Config, 'publicUrl'>;
  tokens: AccessTokens;
  sessions: Sessions;
  confirmation: Confirmation;
  limiter: RateLimiter;
};

const MAX_USER_AGENT = 300;

/** Where a request comes from, as far as it says. */
export function deviceOf(c: Context): Device {
  return { userAgent: c.req.header('user-agent')?.slice(0, MAX_USER_AGENT) ?? null };
}
