import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, History } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { DataAge } from '../../ui/feedback/data-age.tsx';
import { InvalidRows } from '../../ui/feedback/invalid-rows.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { LoadingNote } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ShowMoreButton } from '../../ui/layout/show-more-button.tsx';
import { formatTime } from '../../ui/platform/format-time.ts';
import { joinRows } from '../../ui/table/parse-rows.ts';
import { officeKeys } from '../keys.ts';
import { type AuditEntry, type AuditSubject, listAuditEntries } from './audit-entries.ts';
import { describeChanges, describeEntry, formatActor, joinCommands } from './describe-entry.ts';

/** What administrators did to a row, collapsed at first. */
export function RowHistory({ subject }: { subject: AuditSubject }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="group border-line border-t"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="rounded-control flex min-h-12 cursor-pointer list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
        <History aria-hidden="true" className="text-muted size-4" />
        {m.audit_history()}
        <ChevronDown aria-hidden="true" className="text-muted ml-auto size-4 group-open:rotate-180" />
      </summary>
      {isOpen ? <EntryList label={m.audit_history()} subject={subject} emptyText={m.audit_history_empty()} /> : null}
    </details>
  );
}

type EntryListProps = { label: string; subject: AuditSubject | null; emptyText: string };

/** What administrators did to a subject, or to anything for null; newest first. */
export function EntryList({ label, subject, emptyText }: EntryListProps) {
  const log = useInfiniteQuery({
    queryKey: officeKeys.audit(subject),
    queryFn: ({ pageParam, signal }) => listAuditEntries({ subject, after: pageParam }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.last,
    // Whoever opens the log expects the latest entries.
    staleTime: 0,
  });
  return (
    <QueryState
      query={log}
      loading={<LoadingNote className="py-4">{m.audit_loading()}</LoadingNote>}
      isEmpty={({ pages }) => joinRows(pages).count === 0}
      empty={<p className="text-muted py-4">{emptyText}</p>}
    >
      {({ pages }) => {
        const { rows, invalid } = joinRows(pages);
        return (
          <>
            <ul aria-label={label} className="divide-line divide-y">
              {joinCommands(rows).map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
              ))}
            </ul>
            <InvalidRows rows={invalid} />
            <DataAge query={log} />
            <ShowMoreButton list={log} size="small" className="mt-2">
              {m.audit_show_older()}
            </ShowMoreButton>
          </>
        );
      }}
    </QueryState>
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
        {formatTime(entry.createdAt)}
      </time>
    </li>
  );
}

/** What administrators did, whoever it concerned. */
export function AdministratorLog() {
  return (
    <Card className="p-5">
      <h3 className="text-lg font-bold">{m.admin_log_title()}</h3>
      <p className="text-muted text-sm">{m.admin_log_description()}</p>
      <EntryList label={m.admin_log_list()} subject={null} emptyText={m.admin_log_empty()} />
    </Card>
  );
}
