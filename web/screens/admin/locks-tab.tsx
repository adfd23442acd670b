import { KeyRound, PlugZap } from 'lucide-react';
import { useMemo } from 'react';
import { m } from '#messages';
import type { LockDevice } from '../../../domain/locks/lock.ts';
import { connection } from '../../data/connection.ts';
import { createLockColumns, useSpacesOfLocks } from '../../office/locks/lock-columns.tsx';
import { AttentionNote } from '../../office/locks/lock-status.tsx';
import {
  CONNECTION_OPTIONS,
  DASHBOARD_PAGE_SIZE,
  LOCKS_URL,
  ORDER_OPTIONS,
  useLockDashboard,
} from '../../office/locks/use-lock-dashboard.ts';
import { RefreshButton } from '../../ui/feedback/updated-note.tsx';
import { FilterField } from '../../ui/form/filter-field.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { TabHeading } from '../../ui/layout/tab-heading.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useTableUrl } from '../../ui/table/use-table-url.ts';

const lockKey = ({ key }: LockDevice) => key;

export function LocksTab() {
  const { lockVendorName } = connection().config;
  return (
    <div className="flex flex-col gap-4">
      <TabHeading
        title={m.locks_tab_title({ vendor: lockVendorName })}
        text={m.locks_tab_text({ vendor: lockVendorName })}
      />
      <LockDashboard />
      <ConnectionStatus vendor={lockVendorName} />
    </div>
  );
}

/** Describes the connection in fixed texts; they do not follow its state. */
function ConnectionStatus({ vendor }: { vendor: string }) {
  return (
    <Card className="p-5">
      <h3 className="text-lg font-bold">{m.locks_connection_status()}</h3>
      <ul className="mt-2 flex flex-col gap-2 text-sm">
        <li className="flex items-center gap-2">
          <PlugZap aria-hidden="true" className="text-muted size-4 shrink-0" />
          {m.locks_connected({ vendor })}
        </li>
        <li className="flex items-center gap-2">
          <KeyRound aria-hidden="true" className="text-muted size-4 shrink-0" />
          {m.locks_authentication()}
        </li>
      </ul>
    </Card>
  );
}

function LockDashboard() {
  const url = useTableUrl(LOCKS_URL);
  const { query } = url;
  const dashboard = useLockDashboard(query);
  const { locks } = dashboard;
  const shown = locks?.length ?? 0;
  const spaces = useSpacesOfLocks(locks);
  const columns = useMemo(() => createLockColumns(spaces), [spaces]);

  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-lg font-bold">{m.locks_title()}</h3>
        <RefreshButton isRefreshing={dashboard.isFetching} onRefresh={dashboard.refetch} />
      </div>
      <search className="grid grid-cols-[repeat(auto-fit,minmax(min(10rem,100%),1fr))] gap-3 md:grid-cols-[minmax(0,1fr)_11rem_14rem]">
        <SearchField
          label={m.locks_search()}
          placeholder={m.locks_search_placeholder()}
          value={query.search}
          onSearch={url.setSearch}
          className="col-span-full md:col-span-1"
        />
        <FilterField
          label={m.field_status()}
          value={query.filters.status}
          options={CONNECTION_OPTIONS}
          onChange={(status) => url.setFilter('status', status)}
        />
        <FilterField
          label={m.locks_order()}
          value={query.filters.order}
          options={ORDER_OPTIONS}
          onChange={(order) => url.setFilter('order', order)}
        />
      </search>
      <AttentionNote locks={dashboard.allLocks} />
      <DataTable
        label={m.locks_table()}
        columns={columns}
        query={dashboard}
        rows={locks}
        rowId={lockKey}
        loadingText={m.locks_loading()}
        emptyText={m.locks_none_found()}
        narrow="scroll"
        className="h-[600px]"
        page={query.page}
        hasNext={shown >= DASHBOARD_PAGE_SIZE}
        onPage={url.setPage}
        summary={locks === undefined ? '' : m.locks_shown({ shown, total: dashboard.allLocks?.length ?? 0 })}
      />
    </Card>
  );
}
