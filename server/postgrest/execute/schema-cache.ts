import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { DataError } from '../data-error.ts';
import { introspect, type Schema } from '../plan/schema.ts';

/** A name that is not known may be new: the schema is read again, but not more often than this. */
const REREAD_AFTER_MS = 3000;
/** A notice of a change can be lost with its connection; no change stays unseen for longer than this. */
const MAX_AGE_MS = 60_000;
/** Where PostgREST listens; `notify pgrst, 'reload schema'` is how migrations tell it. */
const CHANNEL = 'pgrst';
const RELOAD = 'reload schema';

/** The schema as it was read last. */
export type SchemaCache = {
  /** @throws DataError PGRST002 when the schema cannot be read */
  current: () => Promise<Schema>;
  /** Reads the schema again unless that was done just now; answers whether it did. */
  reread: () => Promise<boolean>;
};

type SchemaCacheParts = { sql: Sql; name: string; log: Logger | undefined };

/** Keeps the schema until it is told of a change, or asked for a name that it does not know. */
export function createSchemaCache({ sql, name, log }: SchemaCacheParts): SchemaCache {
  let readAt = 0;
  let isListening = false;
  let schema: Promise<Schema> | null = null;
  const forget = () => {
    schema = null;
  };

  const listen = () => {
    if (isListening) return;
    isListening = true;
    // The second callback runs at each new connection: what was said in between is lost, so the schema is read again.
    sql
      .listen(CHANNEL, (message) => message === RELOAD && forget(), forget)
      .catch((error: unknown) => {
        isListening = false;
        log?.warn(
          { code: error instanceof Error && 'code' in error ? error.code : null },
          'not told of schema changes',
        );
      });
  };

  const read = () => {
    listen();
    readAt = Date.now();
    const reading = introspect(sql, name).catch((cause: unknown) => {
      // A failed read is not kept: the next request tries again.
      if (schema === reading) forget();
      log?.error({ code: cause instanceof Error && 'code' in cause ? cause.code : null }, 'the schema cannot be read');
      throw new DataError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.');
    });
    schema = reading;
    return reading;
  };

  return {
    current() {
      const isOld = Date.now() - readAt > MAX_AGE_MS;
      return schema === null || isOld ? read() : schema;
    },
    async reread() {
      if (Date.now() - readAt < REREAD_AFTER_MS) return false;
      await read();
      return true;
    },
  };
}
