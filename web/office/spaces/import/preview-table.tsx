import { clsx } from 'clsx';
import { useState } from 'react';
import { m } from '#messages';
import { Button } from '../../../ui/button.tsx';
import type { CheckedRow } from './check-rows.ts';
import { describeFault } from './describe-fault.ts';
import { COLUMN_LABELS, IMPORT_COLUMNS, type ImportColumn } from './import-columns.ts';

/** So many at a time appear without a delay. */
const ROWS_AT_ONCE = 100;

/** The rows as they stand in the file; each wrong cell says why. */
export function PreviewTable({ rows }: { rows: readonly CheckedRow[] }) {
  const [count, setCount] = useState(ROWS_AT_ONCE);
  return (
    <>
      <section
        // Scrolled by keyboard too.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus.
        tabIndex={0}
        aria-label={m.import_table()}
        className="border-line max-h-80 min-h-40 shrink-0 overflow-auto rounded-control border"
      >
        <table className="w-full min-w-2xl text-left text-sm">
          <thead className="bg-canvas sticky top-0">
            <tr>
              <th scope="col" className="px-3 py-2">
                {m.import_row()}
              </th>
              {IMPORT_COLUMNS.map((column) => (
                <th key={column} scope="col" className="px-3 py-2">
                  {COLUMN_LABELS[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, count).map((row) => (
              <tr key={row.number} className="border-line border-t align-top">
                <th scope="row" className="text-muted px-3 py-2 font-normal tabular-nums">
                  {row.number}
                </th>
                {IMPORT_COLUMNS.map((column) => (
                  <PreviewCell key={column} row={row} column={column} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {count < rows.length ? (
        <Button variant="secondary" size="small" className="self-start" onClick={() => setCount(count + ROWS_AT_ONCE)}>
          {m.import_more()}
        </Button>
      ) : null}
    </>
  );
}

function PreviewCell({ row, column }: { row: CheckedRow; column: ImportColumn }) {
  const faults = row.faults.filter((fault) => fault.column === column);
  return (
    <td className={clsx('px-3 py-2 wrap-anywhere', faults.length > 0 && 'bg-danger-wash')}>
      <span className="line-clamp-3">{row.cells[column]}</span>
      {faults.map((fault) => (
        <p key={fault.fault} className="text-danger font-semibold">
          {describeFault(row, fault)}
        </p>
      ))}
    </td>
  );
}
