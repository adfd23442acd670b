import type { FieldValues, Path } from 'react-hook-form';
import * as z from 'zod';
import type { ProblemKey } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { tableRow } from '../../data/table-row.ts';
import { updateVersioned } from '../../data/update-versioned.ts';
import type { NamedField } from '../../ui/form/newer-values.ts';
import { readRow } from '../../ui/table/parse-rows.ts';

const TABLE = 'installation_settings';

/** The stored values of a form and their version, which a change of any setting of the installation moves. */
export type StoredSettings<Values> = { id: string; version: string; values: Values };

/** A form of settings: the columns of `installation_settings` that it edits, and how they become its values and back. */
export type SettingsPart<Values extends FieldValues> = {
  name: string;
  columns: string;
  schema: z.ZodType<StoredSettings<Values>>;
  toColumns: (values: Values) => Record<string, unknown>;
  /** What may be typed. */
  values: z.ZodType<Values, Values>;
  /** The fields that two people may change at the same time, with their labels. */
  fields: readonly NamedField<Values>[];
  texts: { title: string; note: string; save: string; saved: string; loading: string };
  /** Replaces the message of the error. */
  failedText?: string;
  /** What the operator has to confirm before these values replace the others. */
  listConsequences: (before: Values, after: Values) => string[];
  /** The fields that the database's rules are about, which then say what is wrong. */
  fieldsOfProblems?: Partial<Record<ProblemKey, Path<Values>>>;
  /** The queries that depend on what is saved. */
  dependents: readonly (readonly unknown[])[];
};

const versionSchema = z.object({ id: z.string(), updated_at: z.string() });

/** Reads these columns as the values of a form. */
export function settingsRow<Shape extends z.ZodRawShape>(shape: Shape) {
  const row = tableRow(shape);
  return {
    columns: `id, updated_at, ${row.columns}`,
    schema: z
      .intersection(versionSchema, row.schema)
      .transform(({ id, updated_at: version, ...values }) => ({ id, version, values })),
  };
}

/** A text that the database has as null while it is empty. */
export const optionalText = z
  .string()
  .nullable()
  .transform((text) => text ?? '');

/** @throws Problem `installation-settings-not-loaded` */
export async function loadSettings<Values extends FieldValues>({
  columns,
  schema,
}: Pick<SettingsPart<Values>, 'columns' | 'schema'>): Promise<StoredSettings<Values>> {
  const response = await dataClient().from(TABLE).select(columns).single();
  return readRow(response, schema, 'installation-settings-not-loaded');
}

/**
 * Saves the settings, unless somebody else has changed any of them since they were loaded. Returns what is stored then.
 * @throws Problem `installation-settings-not-saved`
 */
export async function saveSettings<Values extends FieldValues>(
  part: SettingsPart<Values>,
  loaded: StoredSettings<Values>,
  values: Values,
): Promise<{ stored: StoredSettings<Values>; isSaved: boolean }> {
  const { columns, schema, toColumns } = part;
  const update = (from: StoredSettings<Values>) =>
    updateVersioned(from, toColumns(values), { table: TABLE, columns, schema }, 'installation-settings-not-saved');
  const isSame = (one: Values, other: Values) => JSON.stringify(toColumns(one)) === JSON.stringify(toColumns(other));

  let newer = await update(loaded);
  // Somebody changed other settings of the same row.
  if (newer !== null && isSame(newer.values, loaded.values)) newer = await update(newer);
  if (newer !== null) return { stored: newer, isSaved: false };
  return { stored: await loadSettings(part), isSaved: true };
}
