import { useMemo, useState } from 'react';
import { m } from '#messages';
import { ServerTable } from '../../ui/data-table/server-table.tsx';
import { useTableUrl } from '../../ui/data-table/use-table-url.ts';
import type { AdminUser } from './admin-user.ts';
import { USERS_PAGE_SIZE } from './data.ts';
import { UserDialog, type UserHistoryComponent } from './details/user-dialog.tsx';
import { useAdminUsers, useUserSummary } from './use-admin-users.ts';
import { userColumns } from './user-columns.tsx';
import { USERS_URL } from './user-filter.ts';
import { UserSummaryCards } from './user-summary-cards.tsx';
import { UserToolbar } from './user-toolbar.tsx';

export function AdminUsers({ History }: { History: UserHistoryComponent }) {
  const url = useTableUrl(USERS_URL);
  const { query } = url;
  const list = useAdminUsers(query);
  const summary = useUserSummary();
  const [viewed, setViewed] = useState<AdminUser | null>(null);
  const columns = useMemo(() => userColumns(setViewed), []);
  return (
    <>
      <UserSummaryCards summary={summary.data} hasFailed={summary.isError} />
      <UserToolbar
        search={query.search}
        total={list.data?.total ?? 0}
        isRefreshing={list.isFetching}
        onSearch={url.setSearch}
        onRefresh={() => {
          void list.refetch();
          void summary.refetch();
        }}
      />
      <ServerTable
        label={m.users_title()}
        columns={columns}
        list={list}
        url={url}
        pageSize={USERS_PAGE_SIZE}
        summary={m.user_table_summary}
        loadingText={m.users_loading()}
        emptyText={query.search.trim() === '' ? m.users_none() : m.users_none_matching()}
      />
      <UserDialog user={viewed} History={History} onClose={() => setViewed(null)} />
    </>
  );
}
