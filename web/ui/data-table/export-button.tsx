import { Download, X } from 'lucide-react';
import { m } from '#messages';
import { formatNumber } from '../../../domain/language/format.ts';
import { Button } from '../button.tsx';
import { type CsvSource, useCsvExport } from './use-csv-export.ts';

/** Exports all pages of the filtered rows, and shows the progress. */
export function ExportButton<Row>({ total, ...source }: CsvSource<Row> & { total: number }) {
  const { rows, start, cancel } = useCsvExport(source);
  if (rows === null) {
    return (
      <Button variant="secondary" size="small" disabled={total === 0} onClick={start}>
        <Download aria-hidden="true" className="size-4" />
        {m.action_export_csv()}
      </Button>
    );
  }
  return (
    <Button variant="secondary" size="small" className="tabular-nums" onClick={cancel}>
      <X aria-hidden="true" className="size-4" />
      {m.data_table_export_cancel({ rows: formatNumber(rows), total: formatNumber(total) })}
    </Button>
  );
}
