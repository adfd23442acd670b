import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Link, useNavigate } from 'react-router';
import { m } from '#messages';
import { Skeleton } from '../feedback/skeleton.tsx';
import { uiKeys } from '../platform/query-keys.ts';
import type { BarsProps, ChartRow } from './bars.tsx';
import type { CsvColumn } from './csv.ts';
import { ExportButton } from './export-button.tsx';

type ChartProps = Pick<BarsProps, 'shape' | 'formatTick'> & {
  title: string;
  /** What the chart shows, in a sentence. */
  summary: string;
  rows: readonly ChartRow[];
  /** The headers of the table. */
  labelHeader: string;
  valueHeader: string;
  /** How many rows the picture has room for; the table has all of them. */
  mostBars?: number;
  /** Starts the name of the file; without it the card has an export of its own. */
  fileName?: string;
};

/** A chart with its sentence, its table and its file. Each bar and each row lead to what is behind them. */
export function Chart({ title, summary, rows, fileName, labelHeader, valueHeader, mostBars, ...bars }: ChartProps) {
  const navigate = useNavigate();
  // The library is large, and only charts need it. Without it the table says what they show.
  const library = useQuery({
    queryKey: uiKeys.chartLibrary(),
    queryFn: () => import('./bars.tsx'),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const columns: readonly CsvColumn<ChartRow>[] = [
    { header: labelHeader, value: ({ label }) => label },
    { header: valueHeader, value: ({ value }) => value },
  ];
  return (
    <figure className="flex flex-col gap-3">
      <figcaption className="text-muted">{summary}</figcaption>
      {library.isError ? null : (
        <div role="img" aria-label={`${title}. ${summary}`} className={clsx(bars.shape === 'lying' ? 'h-80' : 'h-56')}>
          {library.data ? (
            <library.data.Bars rows={rows.slice(0, mostBars)} {...bars} onOpen={({ to }) => void navigate(to)} />
          ) : (
            <Skeleton className="h-full" />
          )}
        </div>
      )}
      <details open={library.isError}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
          {m.chart_table()}
        </summary>
        {/* Each row has a link, by which keyboards scroll it. */}
        <div className="border-line rounded-control max-h-96 overflow-auto border">
          <ChartTable title={title} rows={rows} labelHeader={labelHeader} valueHeader={valueHeader} />
        </div>
      </details>
      {fileName === undefined ? null : (
        <div>
          <ExportButton
            name={fileName}
            columns={columns}
            total={rows.length}
            readAfter={async () => ({ rows: [...rows], invalid: [], count: rows.length })}
          />
        </div>
      )}
    </figure>
  );
}

type ChartTableProps = Pick<ChartProps, 'title' | 'rows' | 'labelHeader' | 'valueHeader'>;

function ChartTable({ title, rows, labelHeader, valueHeader }: ChartTableProps) {
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{title}</caption>
      <thead className="bg-canvas sticky top-0">
        <tr>
          <th scope="col" className="px-3 py-2 font-semibold">
            {labelHeader}
          </th>
          <th scope="col" className="px-3 py-2 text-right font-semibold">
            {valueHeader}
          </th>
        </tr>
      </thead>
      <tbody className="divide-line divide-y">
        {rows.map(({ id, label, text, to }) => (
          <tr key={id}>
            <th scope="row" className="px-3 font-normal">
              {label}
            </th>
            <td className="px-3 text-right tabular-nums">
              <Link to={to} className="inline-flex min-h-11 items-center underline">
                {text}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
