import { TriangleAlert } from 'lucide-react';
import { m } from '#messages';
import type { InvalidRow } from '../table/parse-rows.ts';

export function InvalidRowNote({ row }: { row: InvalidRow }) {
  return (
    <p className="text-muted flex items-center gap-2 text-sm wrap-anywhere">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      {m.invalid_rows_row({ id: row.id })}
    </p>
  );
}

/** The invalid rows of a list with dividers, as its last items. */
export function InvalidRowItems({ rows }: { rows: readonly InvalidRow[] }) {
  return rows.map((row) => (
    <li key={row.id} className="py-3">
      <InvalidRowNote row={row} />
    </li>
  ));
}

/** The invalid rows of a list, as cards after the others. */
export function InvalidRows({ rows }: { rows: readonly InvalidRow[] }) {
  if (rows.length === 0) return null;
  return (
    <ul aria-label={m.invalid_rows_list()} className="flex flex-col gap-2">
      {rows.map((row) => (
        <li key={row.id} className="border-line bg-surface rounded-card border p-4">
          <InvalidRowNote row={row} />
        </li>
      ))}
    </ul>
  );
}
