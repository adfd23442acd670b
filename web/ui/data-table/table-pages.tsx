import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { Button } from '../button.tsx';

type TablePagesProps = {
  /** Counts from 1. */
  page: number;
  hasNext: boolean;
  onPage: (page: number) => void;
  summary: string;
  /** When the rows were read. */
  age: ReactNode;
};

export function TablePages({ page, hasNext, onPage, summary, age }: TablePagesProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="flex flex-wrap gap-x-3">
        <p role="status" className="text-muted text-sm tabular-nums">
          {summary}
        </p>
        {age}
      </div>
      <nav aria-label={m.data_table_pages()} className="flex items-center gap-2">
        <Button variant="secondary" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden="true" className="size-4" />
          {m.data_table_previous()}
        </Button>
        <span aria-current="page" className="px-2 text-sm font-semibold tabular-nums">
          {m.data_table_page({ page })}
        </span>
        <Button variant="secondary" size="small" disabled={!hasNext} onClick={() => onPage(page + 1)}>
          {m.data_table_next()}
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
      </nav>
    </div>
  );
}
