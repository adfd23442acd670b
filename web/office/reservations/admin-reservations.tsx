import { useMemo, useState } from 'react';
import { m } from '#messages';
import { showsSamples } from '../../data/connection.ts';
import { ServerTable } from '../../ui/data-table/server-table.tsx';
import { useTableUrl } from '../../ui/data-table/use-table-url.ts';
import type { AdminReservation } from './admin-reservation.ts';
import { RESERVATIONS_PAGE_SIZE } from './data.ts';
import { DetailsDialog } from './details-dialog.tsx';
import { EndingDialog, type RequestedEnding } from './ending-dialog.tsx';
import { createReservationColumns } from './reservation-columns.tsx';
import { BY_URGENCY_URL, RESERVATIONS_URL } from './reservation-filter.ts';
import { ReservationToolbar } from './reservation-toolbar.tsx';
import { useAdminReservations } from './use-admin-reservations.ts';

export function AdminReservations() {
  const url = useTableUrl(showsSamples() ? RESERVATIONS_URL : BY_URGENCY_URL);
  const { query } = url;
  const { list, total, refresh } = useAdminReservations(query);
  const [ending, setEnding] = useState<RequestedEnding | null>(null);
  const [shown, setShown] = useState<AdminReservation | null>(null);
  const columns = useMemo(() => createReservationColumns({ onEnd: setEnding, onDetails: setShown }), []);

  return (
    <div className="flex flex-col gap-4">
      <ReservationToolbar
        query={query}
        total={total ?? list.data?.count ?? 0}
        isRefreshing={list.isFetching}
        onSearch={url.setSearch}
        onFilter={url.setFilter}
        onRefresh={refresh}
      />
      <ServerTable
        label={m.reservations_title()}
        columns={columns}
        list={list}
        url={url}
        onRetry={refresh}
        pageSize={RESERVATIONS_PAGE_SIZE}
        total={total}
        summary={m.reservation_table_summary}
        loadingText={m.reservations_loading()}
        emptyText={m.admin_reservations_none()}
      />
      <EndingDialog ending={ending} onClose={() => setEnding(null)} />
      {shown === null ? null : <DetailsDialog id={shown.id} listed={shown} onClose={() => setShown(null)} />}
    </div>
  );
}
