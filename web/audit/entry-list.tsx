import { format } from 'date-fns';
import { LoaderCircle } from 'lucide-react';
import { joinRows } from '../data/parse-rows.ts';
import { Button } from '../ui/button.tsx';
import { InvalidRowNote } from '../ui/invalid-rows.tsx';
import { QueryProblem } from '../ui/query-problem.tsx';
import type { AuditEntry } from './audit-entry.ts';
import type { AuditSubject } from './data.ts';
import { describeChanges, describeEntry, formatActor } from './describe-entry.ts';
import { useAuditEntries } from './use-audit-entries.ts';

type EntryListProps = { label: string; subject: AuditSubject | null; emptyText: string };

/** What administrators did, newest first, with what came before it on demand. Nothing in it can be changed. */
export function EntryList({ label, subject, emptyText }: EntryListProps) {
  const log = useAuditEntries(subject);
  const entries = log.data && joinRows(log.data.pages);
  if (entries === undefined) {
    if (log.isError || log.isPaused) {
      return <QueryProblem error={log.error} isOffline={log.isPaused} onRetry={() => void log.refetch()} />;
    }
    return (
      <p role="status" className="text-muted flex items-center gap-2 py-4">
        <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />
        Loading history...
      </p>
    );
  }
  if (entries.count === 0) return <p className="text-muted py-4">{emptyText}</p>;
  return (
    <>
      <ul aria-label={label} className="divide-line divide-y">
        {entries.rows.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
        {entries.invalid.map((row) => (
          <li key={row.id} className="py-3">
            <InvalidRowNote row={row} />
          </li>
        ))}
      </ul>
      {log.hasNextPage ? (
        <Button
          variant="secondary"
          size="small"
          className="mt-2"
          disabled={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {log.isFetchingNextPage ? 'Loading...' : 'Show older'}
        </Button>
      ) : null}
    </>
  );
}

function EntryRow({ entry }: { entry: AuditEntry }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">{describeEntry(entry)}</p>
        {describeChanges(entry).map((line) => (
          <p key={line} className="text-sm">
            {line}
          </p>
        ))}
        <p className="text-muted text-sm">{formatActor(entry)}</p>
      </div>
      <time dateTime={entry.createdAt} className="text-muted shrink-0 text-sm tabular-nums">
        {format(entry.createdAt, 'MMM dd, yyyy HH:mm')}
      </time>
    </li>
  );
}
