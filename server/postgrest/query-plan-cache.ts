import { LRUCache } from 'lru-cache';
import type { DataRequest } from './parse/parse-request.ts';
import type { Schema } from './plan/schema.ts';
import type { Statement } from './render/statement.ts';

/** A read, understood: what was asked, and the statement that answers it, whoever asks. */
export type KnownRead = { readonly request: DataRequest; readonly statement: Statement };

const MAX_READS = 500;
/** Longer ones are rare, and five hundred of them would be much. */
const MAX_KEY_LENGTH = 2048;

/**
 * Remembers the reads that were asked last, as screens ask the same ones again and again. All that a read is made of has to
 * be in its key; a schema that was read anew begins afresh.
 */
export function createKnownReads(): (schema: Schema, key: string, understand: () => KnownRead) => KnownRead {
  const reads = new LRUCache<string, KnownRead>({ max: MAX_READS });
  let current: Schema | null = null;
  return function knownRead(schema, key, understand) {
    if (schema !== current) reads.clear();
    current = schema;
    const read = reads.get(key) ?? understand();
    if (key.length <= MAX_KEY_LENGTH) reads.set(key, read);
    return read;
  };
}
