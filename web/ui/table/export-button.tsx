import { Download, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { format } from '../../../domain/days/country-time.ts';
import { formatNumber } from '../../../domain/language/format.ts';
import { Button } from '../form/button.tsx';
import { getNow } from '../platform/clock.ts';
import { logWarning } from '../platform/log.ts';
import { saveFile } from '../platform/save-file.ts';
import { type CsvExport, exportCsv } from './csv.ts';

/** `total` is the number of rows, where it is known. */
export function ExportButton<Row>({ total, ...source }: CsvSource<Row> & { total?: number }) {
  const { rows, start, cancel } = useCsvExport(source);
  if (rows === null) {
    return (
      <Button icon={Download} variant="secondary" size="small" disabled={total === 0} onClick={start}>
        {m.action_export_csv()}
      </Button>
    );
  }
  return (
    <Button icon={X} variant="secondary" size="small" className="tabular-nums" onClick={cancel}>
      {total === undefined
        ? m.data_table_export_stop({ rows: formatNumber(rows) })
        : m.data_table_export_cancel({ rows: formatNumber(rows), total: formatNumber(total) })}
    </Button>
  );
}

const CSV_TYPE = 'text/csv;charset=utf-8';

/** What is exported; `name` starts the file name, before the date. */
type CsvSource<Row> = Pick<CsvExport<Row>, 'columns' | 'readAfter'> & { name: string };

/** Exports on request; `rows` counts them while it runs, else null. Unmounting cancels the export. */
function useCsvExport<Row>({ name, columns, readAfter }: CsvSource<Row>) {
  const [rows, setRows] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setRows(0);
    try {
      const { signal } = controller;
      const content = await exportCsv({ columns, readAfter, onProgress: setRows, signal });
      saveFile(`${name}-${format(getNow(), 'yyyy-MM-dd')}.csv`, content, CSV_TYPE);
    } catch (error) {
      if (!controller.signal.aborted) {
        logWarning('The export stopped', error);
        toast.error(m.problem_export_not_finished());
      }
    } finally {
      running.current = null;
      setRows(null);
    }
  };
  return { rows, start: () => void start(), cancel: () => running.current?.abort() };
}
