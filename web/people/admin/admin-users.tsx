import { useEffect, useMemo, useState } from 'react';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { formatRowCount } from '../../ui/data-table/format-row-count.ts';
import { useTableUrl } from '../../ui/data-table/use-table-url.ts';
import type { AdminUser } from './admin-user.ts';
import { USERS_PAGE_SIZE } from './data.ts';
import { UserDialog, type UserHistoryComponent } from './details/user-dialog.tsx';
import { useAdminUsers, useUserSummary } from './use-admin-users.ts';
import { userColumns } from './user-columns.tsx';
import { USERS_URL } from './user-filter.ts';
import { UserSummaryCards } from './user-summary-cards.tsx';
import { UserToolbar } from './user-toolbar.tsx';

const rowId = ({ id }: AdminUser) => id;

/** The tab of the back office that lists all accounts. */
export function AdminUsers({ History }: { History: UserHistoryComponent }) {
  const url = useTableUrl(USERS_URL);
  const { query, setPage } = url;
  const list = useAdminUsers(query);
  const summary = useUserSummary();
  const [viewed, setViewed] = useState<AdminUser | null>(null);
  const columns = useMemo(() => userColumns(setViewed), []);
  const isPastTheEnd = list.data?.isPastTheEnd === true && !list.isPlaceholderData;
  useEffect(() => {
    if (isPastTheEnd) setPage(1);
  });

  const { users, total = 0 } = list.data ?? {};
  const shown = (users?.length ?? 0) + (list.data?.invalid.length ?? 0);
  return (
    <>
      <UserSummaryCards summary={summary.data} hasFailed={summary.isError} />
      <UserToolbar
        search={query.search}
        total={total}
        isRefreshing={list.isFetching}
        onSearch={url.setSearch}
        onRefresh={() => {
          void list.refetch();
          void summary.refetch();
        }}
      />
      <DataTable
        label="Users"
        columns={columns}
        query={list}
        rows={isPastTheEnd ? undefined : users}
        rowId={rowId}
        invalid={list.data?.invalid}
        loadingText="Loading users..."
        emptyText={query.search.trim() === '' ? 'No users found.' : 'No users found matching your search.'}
        sort={query.sort}
        onSort={url.setSort}
        page={query.page}
        hasNext={(query.page - 1) * USERS_PAGE_SIZE + shown < total}
        onPage={setPage}
        summary={
          users === undefined
            ? ''
            : formatRowCount({ page: query.page, pageSize: USERS_PAGE_SIZE, shown, total, one: 'user', many: 'users' })
        }
      />
      <UserDialog user={viewed} History={History} onClose={() => setViewed(null)} />
    </>
  );
}
