import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { readErrorCode } from '../../error-code.ts';
import { DataError } from '../data-error.ts';
import { introspect, type Schema } from '../plan/schema.ts';

/** An unknown name may be new: the schema is read again, but not more often than this. */
const MIN_REREAD_INTERVAL_MS = 3000;
/** A notification can be lost with its connection; no change goes unseen for longer than this. */
const MAX_AGE_MS = 60_000;
/** PostgREST's channel: migrations send `notify pgrst, 'reload schema'`. */
const CHANNEL = 'pgrst';
const RELOAD_MESSAGE = 'reload schema';

type SchemaCacheDependencies = { sql: Sql; name: string; log: Logger | undefined };

/** Keeps the schema until the database tells of a change. */
export function createSchemaCache({ sql, name, log }: SchemaCacheDependencies) {
  let readAt = 0;
  let isListening = false;
  let schema: Promise<Schema> | null = null;
  const clear = () => {
    schema = null;
  };

  const listen = () => {
    if (isListening) return;
    isListening = true;
    // The second callback runs at each new connection, since notifications in between are lost.
    sql
      .listen(CHANNEL, (message) => message === RELOAD_MESSAGE && clear(), clear)
      .catch((error: unknown) => {
        isListening = false;
        log?.warn({ code: readErrorCode(error) ?? null }, 'not told of schema changes');
      });
  };

  const read = () => {
    listen();
    readAt = Date.now();
    const reading = introspect(sql, name).catch((cause: unknown) => {
      // The next request tries again.
      if (schema === reading) clear();
      log?.error({ code: readErrorCode(cause) ?? null }, 'the schema cannot be read');
      throw new DataError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.');
    });
    schema = reading;
    return reading;
  };

  return {
    /** @throws DataError PGRST002 when the schema cannot be read */
    current() {
      const isOld = Date.now() - readAt > MAX_AGE_MS;
      return schema === null || isOld ? read() : schema;
    },
    /** Reads the schema again, unless it was read just now. @returns whether it was read */
    async reload() {
      if (Date.now() - readAt < MIN_REREAD_INTERVAL_MS) return false;
      await read();
      return true;
    },
  };
}
