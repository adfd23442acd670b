import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { m } from '#messages';
import type { EntryKind } from '../../domain/money/ledger.ts';
import { InvalidRows } from '../ui/feedback/invalid-rows.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { ShowMoreButton } from '../ui/layout/show-more-button.tsx';
import { formatTime } from '../ui/platform/format-time.ts';
import { joinRows, type ParsedRows } from '../ui/table/parse-rows.ts';

type PagesOptions<Row> = {
  queryKey: QueryKey;
  pageSize: number;
  read: (from: number, to: number, signal: AbortSignal) => Promise<ParsedRows<Row>>;
};

export function usePages<Row>({ queryKey, pageSize, read }: PagesOptions<Row>) {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: from, signal }) => read(from, from + pageSize - 1, signal),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => (count < pageSize ? null : pages.length * pageSize),
  });
  return { list, ...joinRows(list.data?.pages ?? []) };
}

type PagedListProps<Row> = Pick<ComponentProps<typeof QueryState>, 'loading' | 'failedText' | 'empty'> & {
  pages: ReturnType<typeof usePages<Row>>;
  label?: string;
  className: string;
  more: string;
  size?: 'small' | 'normal';
  children: (row: Row) => ReactNode;
};

/** The rows of all pages that are here, those that cannot be shown, and a button for the next page. */
export function PagedList<Row extends { id: string }>(props: PagedListProps<Row>) {
  const { pages, label, className, more, size = 'small', children, ...states } = props;
  return (
    <QueryState query={pages.list} isEmpty={() => pages.count === 0} {...states}>
      {() => (
        <>
          <ul aria-label={label} className={className}>
            {/* A row that came meanwhile pushes another one to the next page, where it is again. */}
            {[...new Map(pages.rows.map((row) => [row.id, row])).values()].map((row) => (
              <Fragment key={row.id}>{children(row)}</Fragment>
            ))}
          </ul>
          <InvalidRows rows={pages.invalid} />
          <ShowMoreButton list={pages.list} size={size}>
            {more}
          </ShowMoreButton>
        </>
      )}
    </QueryState>
  );
}

type EntryItemProps = {
  kind: EntryKind;
  createdAt: string;
  reason: string | null;
  actorEmail?: string | null;
  amount: string;
  isIncome?: boolean;
};

/** An entry of the ledger as an administrator reads it. */
export function EntryItem({ kind, createdAt, reason, actorEmail = null, amount, isIncome = false }: EntryItemProps) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
      <div className="min-w-0 flex-[1_1_12rem]">
        <span className="font-semibold">{m[`money_entry_${kind}` as const]()}</span>{' '}
        <time dateTime={createdAt} className="text-muted block text-sm">
          {formatTime(createdAt)}
        </time>
        {actorEmail === null ? null : (
          <p className="text-muted text-sm wrap-anywhere">{m.money_wallet_by({ email: actorEmail })}</p>
        )}
        {reason === null ? null : <p className="text-muted text-sm wrap-anywhere">{reason}</p>}
      </div>
      <span className={`ml-auto font-semibold tabular-nums ${isIncome ? 'text-positive' : ''}`}>{amount}</span>
    </li>
  );
}
