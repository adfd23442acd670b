import { m } from '#messages';
import { getInstallation } from '../../../../domain/installation.ts';
import { BYTE_ORDER_MARK, writeCsv } from '../../../ui/data-table/csv.ts';
import { saveFile } from '../../../ui/platform/save-file.ts';
import { COLUMN_LABELS, IMPORT_COLUMNS } from './import-columns.ts';

/** Downloads a file with the columns and one row to show what belongs into them. */
export function saveTemplate(zoneName: string): void {
  const example = {
    zone: zoneName,
    name: 'A-01',
    location: 'Av. Winston Churchill 27',
    hint: m.space_field_hint_example(),
    lock: 'KV-0001',
    rate: getInstallation().defaultParkingRate.toFixed(2),
  };
  const rows = [IMPORT_COLUMNS.map((column) => COLUMN_LABELS[column]), IMPORT_COLUMNS.map((column) => example[column])];
  saveFile(m.import_template_file(), [BYTE_ORDER_MARK, writeCsv(rows)], 'text/csv;charset=utf-8');
}
