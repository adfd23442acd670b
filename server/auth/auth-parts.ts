import type { Context } from 'hono';
import type { Sql } from 'postgres';
import type { Config } from '../config.ts';
import { isFromThisMachine } from '../local-request.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { EvenAnswers } from './even-answers.ts';
import type { MailLinks } from './mail-links.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Device, Sessions } from './sessions.ts';
import type { SignInSources } from './sign-in-sources.ts';

/** The settings of the operator that sign-in follows. */
export type AuthConfig = Pick<Config, 'publicUrl' | 'rateLimit' | 'auth' | 'providers'>;

/** What the endpoints share. */
export type AuthParts = {
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
export function deviceOf(c: Context): Device {
  const userAgent = c.req.header('user-agent')?.slice(0, MAX_USER_AGENT) ?? null;
  return { userAgent, isThisMachine: isFromThisMachine(c) };
}
