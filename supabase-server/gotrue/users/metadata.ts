import type { TransactionSql } from 'postgres';
import { MAX_METADATA_BYTES, requireMetadata } from '../field-bounds.ts';

type Metadata = Record<string, unknown>;

/** Merges as the database does below: null removes a key. */
function mergeMetadata(stored: Metadata, changes: Metadata): Metadata {
  const merged = Object.entries({ ...stored, ...changes });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}

/** @throws AuthError `validation_failed` when the metadata with its changes is too deep, too large or cannot be stored */
export function requireMergeableMetadata(field: string, stored: Metadata, changes: Metadata): void {
  requireMetadata(field, mergeMetadata(stored, changes), MAX_METADATA_BYTES);
}

export async function updateMetadata(
  tx: TransactionSql,
  userId: string,
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  changes: Metadata,
): Promise<void> {
  const removed = Object.entries(changes).flatMap(([key, value]) => (value === null ? [key] : []));
  await tx`
    update auth.users set
      ${tx(column)} = (${tx(column)} || ${tx.json(changes as never)}) - ${removed}::text[], updated_at = now()
    where id = ${userId}`;
}
