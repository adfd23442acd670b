import { useQuery } from '@tanstack/react-query';
import { Activity, Eye, type LucideIcon, UserCheck, Users } from 'lucide-react';
import { useMemo } from 'react';
import { m } from '#messages';
import { formatForTable } from '../../../domain/days/country-time.ts';
import { getInstallation } from '../../../domain/installation.ts';
import { formatNumber, formatRating } from '../../../domain/language/format.ts';
import { formatPhone } from '../../../domain/people/phone.ts';
import { paths } from '../../paths.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { RefreshButton } from '../../ui/feedback/updated-note.tsx';
import { useProblemToast } from '../../ui/feedback/use-problem-toast.ts';
import { Button, NavigateButton } from '../../ui/form/button.tsx';
import { FilterChips } from '../../ui/form/filter-chips.tsx';
import { FilterField } from '../../ui/form/filter-field.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { TabHeading } from '../../ui/layout/tab-heading.tsx';
import { formatLastActivity } from '../../ui/platform/format-time.ts';
import { useDialogUrl } from '../../ui/platform/use-dialog-url.ts';
import type { CsvColumn } from '../../ui/table/csv.ts';
import { ExportButton } from '../../ui/table/export-button.tsx';
import { ServerTable } from '../../ui/table/server-table.tsx';
import { tableColumns } from '../../ui/table/table-columns.ts';
import { useTablePage } from '../../ui/table/use-table-page.ts';
import { useTableUrl } from '../../ui/table/use-table-url.ts';
import { officeKeys } from '../keys.ts';
import { UserDialog } from './details/user-dialog.tsx';
import { MessageInbox } from './inbox.tsx';
import {
  type AdminUser,
  listChips,
  listUsers,
  loadUserSummary,
  readUsersAfter,
  USERS_PAGE_SIZE,
  USERS_URL,
  type UserSummary,
} from './people.ts';
import { UserStatusBadge } from './user-status-badge.tsx';

export function AdminUsers() {
  const url = useTableUrl(USERS_URL);
  const { query } = url;
  const list = useTablePage(officeKeys.people(query), (signal) => listUsers(query, signal));
  const summary = useQuery({ queryKey: officeKeys.summary(), queryFn: ({ signal }) => loadUserSummary(signal) });
  useProblemToast(list.error ? null : summary.error);
  const dialog = useDialogUrl<'user' | 'messages'>();
  const columns = useMemo(() => userColumns(({ userId }) => dialog.open('user', userId)), [dialog.open]);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <TabHeading title={m.users_tab_title()} />
        {getInstallation().keepsBooks ? (
          <NavigateButton size="small" variant="secondary" to={paths.staffTeam}>
            {m.staff_title()}
          </NavigateButton>
        ) : null}
        <UserSummaryCards summary={summary.data} hasFailed={summary.isError} />
      </div>
      {getInstallation().keepsMessages ? (
        <MessageInbox onOpen={({ userId }) => dialog.open('messages', userId)} />
      ) : null}
      <div className="flex flex-wrap gap-3">
        <search className="min-w-64 flex-1">
          <SearchField
            label={m.users_search()}
            placeholder={m.users_search_all()}
            value={query.search}
            onSearch={url.setSearch}
          />
        </search>
        <FilterField
          label={m.field_role()}
          value={query.filters.role}
          options={ROLE_OPTIONS}
          onChange={(role) => url.setFilter('role', role)}
          className="w-full sm:w-52"
        />
        <div className="flex flex-wrap gap-2">
          <ExportButton
            name={m.export_file_users()}
            columns={
              getInstallation().keepsRatings ? USER_CSV.filter((column) => !RATING_CSV.includes(column)) : USER_CSV
            }
            readAfter={(last, signal) => readUsersAfter(last, query, signal)}
            total={list.data?.total ?? 0}
          />
          <RefreshButton
            isRefreshing={list.isFetching}
            onRefresh={() => {
              void list.refetch();
              void summary.refetch();
            }}
          />
        </div>
        <FilterChips chips={listChips(query.filters)} onRemove={() => url.setFilter('joined', '')} />
      </div>
      <ServerTable
        label={m.users_title()}
        columns={columns}
        list={list}
        url={url}
        onOpen={({ userId }) => dialog.open('user', userId)}
        pageSize={USERS_PAGE_SIZE}
        summary={m.user_table_summary}
        loadingText={m.users_loading()}
        emptyText={
          query.search.trim() === '' && query.filters.role === 'all' ? m.users_none() : m.users_none_matching()
        }
      />
      {dialog.show({
        user: (userId) => <UserDialog key={userId} userId={userId} firstTab="profile" onClose={dialog.close} />,
        messages: (userId) => <UserDialog key={userId} userId={userId} firstTab="messages" onClose={dialog.close} />,
      })}
    </div>
  );
}

const ROLE_OPTIONS = [
  { value: 'all', label: m.users_role_all() },
  { value: 'admin', label: m.users_role_admins() },
  { value: 'user', label: m.users_role_drivers() },
] as const;

const helper = tableColumns<AdminUser>();

const createEmailId = ({ id }: AdminUser) => `user-${id}-email`;

/** Where drivers rate, nobody enters a rating of them or a number of trips. */
const RATING_CSV: readonly CsvColumn<AdminUser>[] = [
  { header: m.field_rating(), value: ({ rating }) => formatRating(rating) },
  { header: m.users_column_trips(), value: ({ totalTrips }) => totalTrips },
];

const USER_CSV: readonly CsvColumn<AdminUser>[] = [
  { header: m.field_email(), value: ({ email }) => email },
  { header: m.users_column_full_name(), value: ({ fullName }) => fullName },
  { header: m.user_field_phone(), value: ({ phone }) => phone },
  ...RATING_CSV,
  { header: m.field_status(), value: ({ status }) => status },
  { header: m.field_role(), value: ({ role }) => role },
  {
    header: m.field_last_activity(),
    value: ({ lastActivity }) => (lastActivity === null ? null : formatForTable(lastActivity)),
  },
  { header: m.users_column_joined(), value: ({ createdAt }) => formatForTable(createdAt) },
];

const CARDS: readonly { key: keyof UserSummary; label: string; icon: LucideIcon }[] = [
  { key: 'totalUsers', label: m.users_total(), icon: Users },
  { key: 'activeToday', label: m.users_active_today(), icon: Activity },
  { key: 'completeProfiles', label: m.users_complete_profiles(), icon: UserCheck },
];

/** How many people there are; a dash when loading failed. */
function UserSummaryCards({ summary, hasFailed }: { summary: UserSummary | undefined; hasFailed: boolean }) {
  return (
    <dl className="grid flex-1 gap-3 max-lg:basis-full sm:grid-cols-3 lg:max-w-3xl">
      {CARDS.map(({ key, label, icon: Icon }) => (
        <Card key={key} className="flex items-center justify-between gap-3 px-4 py-2!">
          <dt className="text-muted flex items-center gap-2 text-sm font-semibold">
            <Icon aria-hidden="true" className="text-brand-ink size-5" />
            {label}
          </dt>
          <dd className="text-2xl font-bold tracking-tight tabular-nums">
            {summary ? formatNumber(summary[key]) : hasFailed ? '–' : <Skeleton className="h-8 w-16" />}
          </dd>
        </Card>
      ))}
    </dl>
  );
}

const RATING_COLUMNS: readonly (string | undefined)[] = ['rating', 'total_trips'];

function userColumns(onView: (user: AdminUser) => void) {
  const columns = helper.columns([
    helper.accessor('email', {
      header: m.field_email(),
      meta: { card: 'title', className: 'min-w-48 max-w-80' },
      cell: ({ row }) => (
        <div id={createEmailId(row.original)} className="font-semibold wrap-anywhere">
          {row.original.email || <span className="text-muted">{m.for_driver_no_account()}</span>}
        </div>
      ),
    }),
    helper.accessor('fullName', {
      id: 'full_name',
      header: m.users_column_full_name(),
      meta: { className: 'min-w-36 max-w-64 wrap-anywhere' },
      cell: ({ row }) => (
        <>
          <div className={row.original.fullName === null ? 'text-muted' : undefined}>
            {row.original.fullName ?? m.user_no_name()}
          </div>
          {row.original.phone ? <div className="text-muted tabular-nums">{formatPhone(row.original.phone)}</div> : null}
        </>
      ),
    }),
    helper.accessor('role', {
      header: m.field_role(),
      cell: ({ getValue }) =>
        getValue() === 'admin' ? (
          <Badge tone="brand">{m.user_role_admin()}</Badge>
        ) : (
          <span className="text-muted">{m.users_role_driver()}</span>
        ),
    }),
    helper.accessor('rating', {
      id: 'rating',
      header: m.field_rating(),
      meta: { align: 'end' },
      cell: ({ getValue }) => formatRating(getValue()),
    }),
    helper.accessor('totalTrips', { id: 'total_trips', header: m.users_column_trips(), meta: { align: 'end' } }),
    helper.accessor('status', {
      header: m.field_status(),
      cell: ({ getValue }) => <UserStatusBadge status={getValue()} />,
    }),
    helper.accessor('lastActivity', {
      id: 'last_activity',
      header: m.field_last_activity(),
      meta: { className: 'whitespace-nowrap tabular-nums' },
      cell: ({ row }) => (
        <span className={row.original.lastActivity === null ? 'text-muted' : undefined}>
          {formatLastActivity(row.original.lastActivity)}
        </span>
      ),
    }),
    helper.display({
      id: 'actions',
      header: m.data_table_actions(),
      meta: { card: 'actions', className: 'whitespace-nowrap' },
      cell: ({ row }) => (
        <Button
          variant="secondary"
          aria-describedby={createEmailId(row.original)}
          className="min-h-11 w-full px-3 text-sm"
          onClick={() => onView(row.original)}
        >
          <Eye aria-hidden="true" className="size-4" />
          {m.action_view_details()}
        </Button>
      ),
    }),
  ]);
  return getInstallation().keepsRatings ? columns.filter(({ id }) => !RATING_COLUMNS.includes(id)) : columns;
}
