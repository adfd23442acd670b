import { Activity, type LucideIcon, UserCheck, Users } from 'lucide-react';
import { type ComponentType, useMemo, useState } from 'react';
import { m } from '#messages';
import { formatNumber } from '../../../domain/language/format.ts';
import { Card } from '../../ui/card.tsx';
import { ServerTable } from '../../ui/data-table/server-table.tsx';
import { useTableUrl } from '../../ui/data-table/use-table-url.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { USERS_PAGE_SIZE, type UserSummary } from './data.ts';
import {
  UserDialog,
  type UserHistoryComponent,
  type UserInDialog,
  type UserMessagesComponent,
  type UserWalletComponent,
} from './details/user-dialog.tsx';
import type { UserTab } from './details/user-tabs.tsx';
import { useAdminUsers, useUserSummary } from './use-admin-users.ts';
import { userColumns } from './user-columns.tsx';
import { USERS_URL } from './user-filter.ts';
import { UserToolbar } from './user-toolbar.tsx';

type AdminUsersProps = {
  History: UserHistoryComponent;
  /** The conversation with a driver; absent where drivers cannot write to the operator. */
  Messages?: UserMessagesComponent;
  /** Where drivers pay. */
  Wallet?: UserWalletComponent;
  /** Who waits for a reply; each opens their messages. */
  Inbox?: ComponentType<{ onOpen: (user: UserInDialog) => void }>;
};

export function AdminUsers({ History, Messages, Wallet, Inbox }: AdminUsersProps) {
  const url = useTableUrl(USERS_URL);
  const { query } = url;
  const list = useAdminUsers(query);
  const summary = useUserSummary();
  const [viewed, setViewed] = useState<{ user: UserInDialog; firstTab: UserTab } | null>(null);
  const columns = useMemo(() => userColumns((user) => setViewed({ user, firstTab: 'profile' })), []);
  return (
    <>
      {Inbox ? <Inbox onOpen={(user) => setViewed({ user, firstTab: 'messages' })} /> : null}
      <UserSummaryCards summary={summary.data} hasFailed={summary.isError} />
      <UserToolbar
        filter={query}
        total={list.data?.total ?? 0}
        isRefreshing={list.isFetching}
        onSearch={url.setSearch}
        onFilter={url.setFilter}
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
      <UserDialog
        user={viewed?.user ?? null}
        firstTab={viewed?.firstTab ?? 'profile'}
        History={History}
        Messages={Messages}
        Wallet={Wallet}
        onClose={() => setViewed(null)}
      />
    </>
  );
}

const CARDS: readonly { key: keyof UserSummary; label: string; icon: LucideIcon }[] = [
  { key: 'total', label: m.users_total(), icon: Users },
  { key: 'activeToday', label: m.users_active_today(), icon: Activity },
  { key: 'complete', label: m.users_complete_profiles(), icon: UserCheck },
];

type UserSummaryCardsProps = { summary: UserSummary | undefined; hasFailed: boolean };

/** How many people there are; a dash when loading failed. */
function UserSummaryCards({ summary, hasFailed }: UserSummaryCardsProps) {
  return (
    <dl className="grid gap-3 sm:grid-cols-3">
      {CARDS.map(({ key, label, icon: Icon }) => (
        <Card key={key} className="flex items-center justify-between gap-3 px-5 sm:flex-col sm:items-stretch sm:gap-1">
          <dt className="text-muted flex items-center gap-2 text-sm font-semibold sm:flex-row-reverse sm:justify-between">
            <Icon aria-hidden="true" className="text-brand-ink size-5" />
            {label}
          </dt>
          <dd className="text-2xl font-bold tracking-tight tabular-nums sm:text-3xl">
            {summary ? formatNumber(summary[key]) : hasFailed ? '–' : <Skeleton className="h-8 w-16" />}
          </dd>
        </Card>
      ))}
    </dl>
  );
}
