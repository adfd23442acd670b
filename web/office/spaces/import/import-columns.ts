import { m } from '#messages';
import { foldText } from '../../../../domain/language/fold-text.ts';

export type ImportColumn = 'zone' | 'name' | 'location' | 'hint' | 'lock' | 'rate';

/** In the order of the template and the preview. */
export const IMPORT_COLUMNS: readonly ImportColumn[] = ['zone', 'name', 'location', 'hint', 'lock', 'rate'];

export const COLUMN_LABELS: Record<ImportColumn, string> = {
  zone: m.field_zone(),
  name: m.field_name(),
  location: m.field_location(),
  hint: m.space_field_hint(),
  lock: m.import_lock(),
  rate: m.field_hourly_rate(),
};

/** What the columns may be called, in every language: a file keeps its headers when the page has another one. */
const HEADERS: Record<ImportColumn, readonly string[]> = {
  zone: ['zone', 'zone name', 'zona', 'nombre de la zona'],
  name: ['name', 'space name', 'nombre', 'nombre del espacio'],
  location: ['location', 'ubicacion'],
  hint: ['how to find it', 'hint', 'como encontrarlo', 'indicacion'],
  lock: ['lock device', 'lock', 'lock id', 'cerradura', 'dispositivo de cerradura', 'id de cerradura'],
  rate: ['hourly rate', 'rate/hour', 'rate', 'tarifa por hora', 'tarifa/hora', 'tarifa'],
};

const columnByHeader = new Map(
  IMPORT_COLUMNS.flatMap((column) => HEADERS[column].map((header) => [toWords(header), column] as const)),
);

/** The column that a header names, such as 'Hourly rate (RD$)', or null. */
export const findColumn = (header: string): ImportColumn | null => columnByHeader.get(toWords(header)) ?? null;

function toWords(header: string): string {
  return foldText(header)
    .replace(/\(.*\)/, '')
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();
}
