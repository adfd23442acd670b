import type { Context } from 'hono';
import type { Sql } from 'postgres';
import type { Config } from '../config.ts';
import { isFromThisMachine } from '../local-request.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { EvenAnswers } from './limits/constant-time-response.ts';
import type { RateLimiter } from './limits/rate-limit.ts';
import type { SignInSources } from './limits/sign-in-sources.ts';
import type { MailLinks } from './links/mail-links.ts';
import type { AccessTokens } from './sessions/access-tokens.ts';
import type { Device, Sessions } from './sessions/sessions.ts';

/** The settings of the operator that sign-in follows. */
export type AuthConfig = Pick<Config, 'publicUrl' | 'rateLimit' | 'auth' | 'providers'>;

/** What the endpoints share. */
export type RequestDependencies = {
  sql: Sql;
  config: AuthConfig;
  tokens: AccessTokens;
  sessions: Sessions;
  links: MailLinks;
  outbox: Outbox;
  limiter: RateLimiter;
  signInSources: SignInSources;
  even: EvenAnswers;
  /** Milliseconds since 1970. */
  now: () => number;
  secretKey: string;
  /** Ids of the accounts that answer this machine only. */
  demoAccounts: ReadonlySet<string>;
};

const MAX_USER_AGENT = 300;

/** Where a request comes from, as far as it says. */
export function readDevice(c: Context): Device {
  const userAgent = c.req.header('user-agent')?.slice(0, MAX_USER_AGENT) ?? null;
  return { userAgent, isThisMachine: isFromThisMachine(c) };
}
