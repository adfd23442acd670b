import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, History } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { formatForTable } from '../../../domain/days/country-time.ts';
import { DataAge } from '../../ui/feedback/data-age.tsx';
import { InvalidRows } from '../../ui/feedback/invalid-rows.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { LoadingNote } from '../../ui/feedback/skeleton.tsx';
import { FilterField } from '../../ui/form/filter-field.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ShowMoreButton } from '../../ui/layout/show-more-button.tsx';
import { formatTime } from '../../ui/platform/format-time.ts';
import { type CsvColumn, EXPORT_PAGE_ROWS } from '../../ui/table/csv.ts';
import { ExportButton } from '../../ui/table/export-button.tsx';
import { joinRows } from '../../ui/table/parse-rows.ts';
import type { TableUrlDefinition } from '../../ui/table/table-url.ts';
import { useTableUrl } from '../../ui/table/use-table-url.ts';
import { DateFilter, FilterBar } from '../filter-fields.tsx';
import { officeKeys } from '../keys.ts';
import { type AuditEntry, type AuditSubject, type KINDS, listAuditEntries } from './audit-entries.ts';
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

/** What administrators did to a subject, newest first. */
export function EntryList({ label, subject, emptyText }: { label: string; subject: AuditSubject; emptyText: string }) {
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

const KIND_LABELS: Record<keyof typeof KINDS, string> = {
  all: m.audit_kind_all(),
  users: m.admin_tab_users(),
  zones: m.admin_tab_zones(),
  spaces: m.audit_kind_spaces(),
  reservations: m.admin_tab_reservations(),
  money: m.audit_kind_money(),
  locks: m.audit_kind_locks(),
  settings: m.admin_tab_settings(),
};
const KIND_NAMES = ['all', 'users', 'zones', 'spaces', 'reservations', 'money', 'locks', 'settings'] as const;
const KIND_OPTIONS = KIND_NAMES.map((value) => ({ value, label: KIND_LABELS[value] }));

const LOG_URL = {
  filters: { kind: KIND_NAMES, date: null },
  sortable: [],
  defaultSort: null,
} as const satisfies TableUrlDefinition;

const DATE_OPTIONS = [
  { value: '', label: m.admin_reservations_all_dates() },
  { value: 'today', label: m.timeline_today() },
  { value: 'yesterday', label: m.audit_yesterday() },
  { value: 'day', label: m.admin_reservations_starts_on_day() },
] as const;

const LOG_CSV: readonly CsvColumn<AuditEntry>[] = [
  { header: m.reservation_time(), value: ({ createdAt }) => formatForTable(createdAt) },
  { header: m.audit_csv_administrator(), value: formatActor },
  { header: m.audit_csv_act(), value: describeEntry },
  { header: m.audit_csv_changes(), value: (entry) => describeChanges(entry).join('; ') },
];

/** What administrators did, by person, kind and day. */
export function AdministratorLog() {
  const { query, setSearch, setFilter } = useTableUrl(LOG_URL);
  const subject = { person: query.search, ...query.filters };
  const isAll = query.search.trim() === '' && subject.kind === 'all' && subject.date === '';
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h3 className="text-lg font-bold">{m.admin_log_title()}</h3>
          <p className="text-muted text-sm">{m.admin_log_description()}</p>
        </div>
        <ExportButton
          name={m.export_file_log()}
          columns={LOG_CSV}
          readAfter={(last, signal) =>
            listAuditEntries({ subject, after: last?.id ?? null, limit: EXPORT_PAGE_ROWS }, signal)
          }
        />
      </div>
      <FilterBar
        label={m.audit_search()}
        placeholder={m.audit_search()}
        value={query.search}
        onSearch={setSearch}
        chosen={[subject.kind, subject.date]}
      >
        <FilterField
          label={m.audit_kind()}
          value={subject.kind}
          options={KIND_OPTIONS}
          onChange={(kind) => setFilter('kind', kind)}
          className="md:w-44"
        />
        <DateFilter options={DATE_OPTIONS} date={subject.date} onDate={(date) => setFilter('date', date)} />
      </FilterBar>
      <EntryList
        label={m.admin_log_list()}
        subject={subject}
        emptyText={isAll ? m.admin_log_empty() : m.audit_none_matching()}
      />
    </Card>
  );
}
