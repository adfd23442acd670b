import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { m } from '#messages';
import { Card } from '../../../ui/card.tsx';
import { formatTime } from '../../../ui/format-time.ts';
import { QueryProblem } from '../../../ui/query-state.tsx';
import { loadBrokenRules } from './data.ts';

/** Says that the books are wrong; nothing while they are right. */
export function BooksWarning() {
  const query = useQuery({ queryKey: ['overview', 'books'], queryFn: ({ signal }) => loadBrokenRules(signal) });
  if (query.isError && query.data === undefined) return <QueryProblem query={query} />;
  if (query.data === undefined || query.data.length === 0) return null;
  return (
    <section aria-label={m.books_warning_title()}>
      <Card className="border-danger! flex flex-col gap-3 p-5">
        <h3 className="flex items-center gap-2 text-lg font-bold">
          <TriangleAlert aria-hidden="true" className="text-danger size-5 shrink-0" />
          {m.books_warning_title()}
        </h3>
        <p>{m.books_warning_text()}</p>
        <ul className="divide-line divide-y">
          {query.data.map(({ rule, faults, broken_since }) => (
            <li key={rule} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2">
              <code className="wrap-anywhere">{rule}</code>
              <span className="text-muted text-sm tabular-nums">
                {m.books_warning_rule({ count: faults, time: formatTime(broken_since) })}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
