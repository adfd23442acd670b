import { m } from '#messages';
import { type Fault, getLongest } from './check-rows.ts';
import type { SheetRow } from './read-sheet.ts';

type FaultValues = { value: string; max: string };

const SENTENCES: Record<Fault['fault'], (values: FaultValues) => string> = {
  'zone-ambiguous': m.import_zone_ambiguous,
  'zone-gone': m.import_zone_gone,
  'name-missing': m.import_name_missing,
  'name-repeated': m.import_name_repeated,
  'name-taken': m.import_name_taken,
  'lock-repeated': m.import_lock_repeated,
  'lock-used': m.import_lock_used,
  'text-too-long': m.import_text_too_long,
  'rate-out-of-range': m.import_rate_malformed,
};

/** Such as 'Row 12: zone “Naco 2” does not exist'. */
export function describeFault({ number, cells }: SheetRow, { column, fault }: Fault): string {
  const values = { value: cells[column], max: String(getLongest(column)) };
  return m.import_row_fault({ row: number, fault: SENTENCES[fault](values) });
}
