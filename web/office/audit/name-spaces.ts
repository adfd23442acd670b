import * as z from 'zod';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import { dataClient } from '../../data/connection.ts';
import { readRows } from '../../ui/data-table/parse-rows.ts';
import type { AuditEntry } from './audit-entry.ts';

const SPACE_COLUMNS = ['parking_space_id', 'new_parking_space_id'] as const;

const spaceSchema = z
  .object({ id: z.string(), name: z.string(), zone_name: z.string().nullable() })
  .transform(({ id, name, zone_name: zoneName }) => [id, formatSpaceInZone({ name, zoneName })] as const);

/** Puts the names of the spaces that have changed in the place of their ids; a space that is gone keeps its id. */
export async function nameSpaces(entries: readonly AuditEntry[], signal: AbortSignal): Promise<AuditEntry[]> {
  const names = await loadNames([...new Set(entries.flatMap(findChangedSpaces))], signal);
  return entries.map((entry) => ({
    ...entry,
    before: nameInRow(entry.before, names),
    after: nameInRow(entry.after, names),
  }));
}

function findChangedSpaces({ before, after }: AuditEntry): string[] {
  return SPACE_COLUMNS.filter((column) => before?.[column] !== after?.[column])
    .flatMap((column) => [before?.[column], after?.[column]])
    .filter((id) => typeof id === 'string');
}

async function loadNames(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const response = await dataClient()
    .from('parking_spaces')
    .select('id, name, zone_name')
    .in('id', ids)
    .abortSignal(signal);
  return new Map(readRows(response, spaceSchema, 'audit-log-not-loaded').rows);
}

function nameInRow(row: AuditEntry['before'], names: ReadonlyMap<string, string>): AuditEntry['before'] {
  if (row === null || names.size === 0) return row;
  const named = SPACE_COLUMNS.filter((column) => names.has(String(row[column])));
  return { ...row, ...Object.fromEntries(named.map((column) => [column, names.get(String(row[column]))])) };
}
