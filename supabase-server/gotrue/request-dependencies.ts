import type { Sql } from '../connections/sql.ts';
import type { AccountRules, AuthConfig, AuthMails, ReadAuthSettings } from '../host.ts';
import type { BackgroundTasks } from './background-tasks.ts';
import type { RateLimiter } from './limits/rate-limit.ts';
import type { SignInSources } from './limits/sign-in-sources.ts';
import type { MailLinks } from './links/mail-links.ts';
import type { ProviderClients } from './providers/provider-clients.ts';
import type { AccessTokens } from './sessions/access-tokens.ts';
import type { Sessions } from './sessions/sessions.ts';

export type RequestDependencies = {
  sql: Sql;
  config: AuthConfig;
  rules: AccountRules;
  readSettings: ReadAuthSettings;
  tokens: AccessTokens;
  sessions: Sessions;
  links: MailLinks;
  providers: ProviderClients;
  mails: AuthMails;
  limiter: RateLimiter;
  signInSources: SignInSources;
  backgroundTasks: BackgroundTasks;
  /** Milliseconds since 1970. */
  now: () => number;
  secretKey: string;
};
