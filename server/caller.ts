import type { Logger } from 'pino';

/** The database role a request runs as, exactly as on Supabase. */
export type Role = 'anon' | 'authenticated' | 'service_role';

/** Who asks: the role and the verified claims of the access token (`{ role: 'anon' }` when there is none). */
export type Caller = { role: Role; claims: Record<string, unknown> };

/** Somebody who is not signed in. */
export const ANONYMOUS: Caller = { role: 'anon', claims: { role: 'anon' } };

/** What the middleware puts on a request before a handler sees it. */
export type AppEnv = {
  Variables: {
    caller: Caller;
    requestId: string;
    log: Logger;
    /** Where the request comes from, as trusted proxies tell it; absent in a part that is used by itself. */
    clientAddress?: string;
    /** Headers that every answer carries, and whether this one was made with them. */
    commonHeaders?: Readonly<Record<string, string>>;
    hasCommonHeaders?: boolean;
  };
};
