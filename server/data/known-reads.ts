import type { DataRequest } from './parse-request.ts';
import type { Schema } from './schema.ts';
import type { Statement } from './statement.ts';

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
  const reads = new Map<string, KnownRead>();
  let current: Schema | null = null;
  return function knownRead(schema, key, understand) {
    if (schema !== current) reads.clear();
    current = schema;
    const read = reads.get(key) ?? understand();
    if (key.length > MAX_KEY_LENGTH) return read;
    reads.delete(key);
    reads.set(key, read);
    const [oldest] = reads.size > MAX_READS ? reads.keys() : [];
    if (oldest !== undefined) reads.delete(oldest);
    return read;
  };
}
