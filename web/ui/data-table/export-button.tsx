import { Download, X } from 'lucide-react';
import { Button } from '../button.tsx';
import { type CsvSource, useCsvExport } from './use-csv-export.ts';

const NUMBER = new Intl.NumberFormat('en-US');

/** Exports all pages of the filtered rows, and shows the progress. */
export function ExportButton<Row>({ total, ...source }: CsvSource<Row> & { total: number }) {
  const { rows, start, cancel } = useCsvExport(source);
  if (rows === null) {
    return (
      <Button variant="secondary" size="small" disabled={total === 0} onClick={start}>
        <Download aria-hidden="true" className="size-4" />
        Export CSV
      </Button>
    );
  }
  return (
    <Button variant="secondary" size="small" className="tabular-nums" onClick={cancel}>
      <X aria-hidden="true" className="size-4" />
      <span>
        Cancel export ({NUMBER.format(rows)} of {NUMBER.format(total)})
      </span>
    </Button>
  );
}
