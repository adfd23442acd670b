import type { Logger } from 'pino';

/** The database role that a request runs as, exactly as on Supabase. */
export type Role = 'anon' | 'authenticated' | 'service_role';

/** The role and the verified claims of the access token, `{ role: 'anon' }` without one. */
export type Caller = { role: Role; claims: Record<string, unknown> };

export const ANONYMOUS: Caller = { role: 'anon', claims: { role: 'anon' } };

/** Values that middleware sets for the handlers. */
export type AppEnv = {
  Variables: {
    caller: Caller;
    requestId: string;
    log: Logger;
    /** Absent in tests of a single router; read it with `getClientAddress`. */
    clientAddress?: string;
  };
};
