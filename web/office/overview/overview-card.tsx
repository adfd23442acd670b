import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatNumber } from '../../../domain/language/format.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';

type OverviewCardProps<Data> = {
  title: string;
  text?: string;
  query: UseQueryResult<Data>;
  /** A list without rows is empty where nothing else is said. */
  isEmpty?: (data: Data) => boolean;
  emptyText?: string;
  children: (data: Data) => ReactNode;
};

const hasNoRows = (data: unknown) => Array.isArray(data) && data.length === 0;

/** A part of the overview that loads, fails and is tried again by itself. */
export function OverviewCard<Data>(props: OverviewCardProps<Data>) {
  const { title, text, query, isEmpty = hasNoRows, emptyText, children } = props;
  return (
    <section aria-label={title} className="min-w-0">
      <Card className="flex h-full flex-col gap-4 p-5">
        <div>
          <h3 className="text-lg font-bold">{title}</h3>
          {text === undefined ? null : <p className="text-muted text-sm">{text}</p>}
        </div>
        <QueryState
          query={query}
          loading={<SkeletonList label={m.overview_loading()} shapes={['h-10', 'h-40']} className="gap-4" />}
          isEmpty={isEmpty}
          empty={<p className="text-muted">{emptyText}</p>}
        >
          {children}
        </QueryState>
      </Card>
    </section>
  );
}

type Count = {
  label: string;
  to: string;
  count: number;
  /** The classes of a dot in the colour of a chart. */
  dot?: string;
};

/** Counts, each with a link to what it counts. */
export function CountList({ rows }: { rows: readonly Count[] }) {
  return (
    <dl className="divide-line divide-y">
      {rows.map(({ label, to, count, dot }) => (
        <div key={label} className="relative flex min-h-14 items-center justify-between gap-4">
          <dt className="flex items-center gap-3">
            {dot === undefined ? null : <span aria-hidden="true" className={`size-3 rounded-full ${dot}`} />}
            <Link to={to} className="after:absolute after:inset-0 hover:underline">
              {label}
            </Link>
          </dt>
          <dd className="text-xl font-bold tabular-nums">{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
