import { m } from '#messages';
import type { SheetFormat, SheetRow } from '../../../ui/table/read-sheet.ts';
import HEADERS from './space-headers.json' with { type: 'json' };

/** In the order of the template and the preview. */
export const IMPORT_COLUMNS = ['zone', 'name', 'location', 'hint', 'lock', 'rate'] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];
export type SpaceRow = SheetRow<ImportColumn>;

export const COLUMN_LABELS: Record<ImportColumn, string> = {
  zone: m.field_zone(),
  name: m.field_name(),
  location: m.field_location(),
  hint: m.space_field_hint(),
  lock: m.import_lock(),
  rate: m.field_hourly_rate(),
};

export const SPACE_SHEET: SheetFormat<ImportColumn> = { headers: HEADERS, needs: 'name' };
