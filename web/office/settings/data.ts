import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { updateVersioned } from '../../data/update-versioned.ts';
import { parseRow } from '../../ui/data-table/parse-rows.ts';

const TABLE = 'installation_settings';

/** The stored values of a form and their version, which a change of any setting of the installation moves. */
export type StoredSettings<Values> = { id: string; version: string; values: Values };

/** Columns of `installation_settings` that one form edits, and how they become its values and back. */
export type SettingsPart<Values> = {
  name: string;
  columns: string;
  schema: z.ZodType<StoredSettings<Values>>;
  toColumns: (values: Values) => Record<string, unknown>;
};

export const settingsKey = ({ name }: { name: string }) => ['installation-settings', name];

/** @throws Problem `installation-settings-not-loaded` */
export async function loadSettings<Values>(
  { columns, schema }: SettingsPart<Values>,
  signal?: AbortSignal,
): Promise<StoredSettings<Values>> {
  const query = dataClient().from(TABLE).select(columns);
  const { data, error } = await (signal ? query.abortSignal(signal) : query).single();
  if (error) throw new Problem('installation-settings-not-loaded', { cause: error });
  return parseRow(schema, data, 'installation-settings-not-loaded');
}

/**
 * Saves the settings, unless somebody else has changed any of them since they were loaded. Returns what is stored then.
 * @throws Problem `installation-settings-not-saved`
 */
export async function saveSettings<Values>(
  part: SettingsPart<Values>,
  loaded: StoredSettings<Values>,
  values: Values,
): Promise<{ stored: StoredSettings<Values>; isSaved: boolean }> {
  const { columns, schema, toColumns } = part;
  const update = (from: StoredSettings<Values>) =>
    updateVersioned(from, {
      table: TABLE,
      changes: toColumns(values),
      stored: { table: TABLE, columns, schema },
      problem: 'installation-settings-not-saved',
    });
  const isSame = (one: Values, other: Values) => JSON.stringify(toColumns(one)) === JSON.stringify(toColumns(other));

  let newer = await update(loaded);
  // Somebody changed other settings of the same row.
  if (newer !== null && isSame(newer.values, loaded.values)) newer = await update(newer);
  if (newer !== null) return { stored: newer, isSaved: false };
  return { stored: await loadSettings(part), isSaved: true };
}

/** What a form starts with. Somebody may be typing; what is newer comes when they save, or when they come back. */
export function useStoredSettings<Values>(part: SettingsPart<Values>) {
  return useQuery({
    queryKey: settingsKey(part),
    queryFn: ({ signal }) => loadSettings(part, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
