import type { Sql } from 'postgres';
import { introspect, type Schema } from './schema.ts';

/** A name that is not known may be new: the schema is read again, but not more often than this. */
const REREAD_AFTER_MS = 5000;

/** The schema as it was read last. */
export type SchemaCache = {
  current: () => Promise<Schema>;
  /** Reads the schema again unless that was done just now; answers whether it did. */
  reread: () => Promise<boolean>;
};

/** Keeps the schema; a name it does not know makes it read again, as a migration may have added it. */
export function createSchemaCache(sql: Sql, name: string): SchemaCache {
  let readAt = 0;
  let schema: Promise<Schema> | null = null;
  const read = () => {
    readAt = Date.now();
    schema = introspect(sql, name);
    // A failed read is not kept: the next request tries again.
    schema.catch(() => {
      schema = null;
    });
    return schema;
  };
  return {
    current: () => schema ?? read(),
    async reread() {
      if (Date.now() - readAt < REREAD_AFTER_MS) return false;
      await read();
      return true;
    },
  };
}
