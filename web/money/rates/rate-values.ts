import { parseTime } from '../../../domain/days/country-time.ts';
import { type RateVersion, rateVersionSchema } from '../../../domain/money/rates.ts';
import fields from './rate-fields.json' with { type: 'json' };

/** A row of the database. */
export type RateRow = Record<string, unknown>;
export type Part = 'rules' | 'windows' | 'specials' | 'hours';
type Field = { name: string; type: string; options?: string[]; initial?: string | number };
/** The fields of a version, a window and a special by the names of their columns, with what their inputs take. */
export const FIELDS: Record<Part, (Field & { required?: boolean })[]> = fields;

/** What a field shows of the stored value. */
export function showValue({ type, initial }: Field, stored: unknown): string {
  const value = type === 'datetime-local' ? '' : (stored ?? initial ?? '');
  return typeof value === 'number' && type === 'time'
    ? new Date(value * 60_000).toISOString().slice(11, 16)
    : String(value);
}

function readValue({ type }: Field, typed: string[], now: Date): unknown {
  const [text = ''] = typed;
  if (type === 'days') return typed.join('') || '1234567';
  if (type === 'datetime-local') return (text === '' ? now : parseTime(text)).toISOString();
  if (type === 'time') return text === '' ? undefined : Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  if (type === 'number') return text === '' ? null : Number(text);
  return type === 'text' || Number.isNaN(Number(text)) ? text.trim() : Number(text);
}

/** The rules that a form holds, as a row, with the name of the table; or other lists alone. */
export function readRates(form: HTMLFormElement, now: Date, lists: readonly Part[] = ['windows', 'specials']): RateRow {
  const data = new FormData(form);
  const read = (part: Part, prefix: string) =>
    Object.fromEntries(
      FIELDS[part].map((field) => [field.name, readValue(field, data.getAll(prefix + field.name).map(String), now)]),
    );
  const readList = (part: Part) => data.getAll(part).map((key) => read(part, `${part}.${key}.`));
  const rules = read('rules', '');
  const capPer = rules['cap'] === null ? null : rules['cap_per'];
  return { ...rules, cap_per: capPer, ...Object.fromEntries(lists.map((part) => [part, readList(part)])) };
}

/** The version of a row; null where something is missing. */
export const toVersion = (row: RateRow | undefined): RateVersion | null =>
  rateVersionSchema.safeParse(row).data ?? null;
