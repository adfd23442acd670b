import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { formatRowCount } from '../../ui/data-table/format-row-count.ts';
import { useTableUrl } from '../../ui/data-table/use-table-url.ts';
import type { AdminReservation } from './admin-reservation.ts';
import { RESERVATIONS_PAGE_SIZE } from './data.ts';
import { EndingDialog } from './ending-dialog.tsx';
import { HistoryDialog, type ReservationHistoryComponent } from './history-dialog.tsx';
import { createReservationColumns, type RequestedEnding } from './reservation-columns.tsx';
import { RESERVATIONS_URL } from './reservation-filter.ts';
import { ReservationToolbar } from './reservation-toolbar.tsx';
import { useAdminReservations } from './use-admin-reservations.ts';

const rowId = ({ id }: AdminReservation) => id;

export function AdminReservations({ History }: { History: ReservationHistoryComponent }) {
  const url = useTableUrl(RESERVATIONS_URL);
  const { query } = url;
  const { list, total, refresh } = useAdminReservations(query);
  const [ending, setEnding] = useState<RequestedEnding | null>(null);
  const [shownHistory, setShownHistory] = useState<AdminReservation | null>(null);
  const columns = useMemo(() => createReservationColumns({ onEnd: setEnding, onHistory: setShownHistory }), []);
  const isPastTheEnd = list.data?.isPastTheEnd === true && !list.isPlaceholderData;
  const resetMissingPage = useEffectEvent(url.resetMissingPage);
  useEffect(() => {
    if (isPastTheEnd) resetMissingPage();
  }, [isPastTheEnd]);

  const { reservations, hasNext = false } = list.data ?? {};
  const shown = (reservations?.length ?? 0) + (list.data?.invalid.length ?? 0);
  return (
    <div className="flex flex-col gap-4">
      <ReservationToolbar
        query={query}
        total={total ?? shown}
        isRefreshing={list.isFetching}
        onSearch={url.setSearch}
        onFilter={url.setFilter}
        onRefresh={refresh}
      />
      <DataTable
        label="Reservations"
        columns={columns}
        query={list}
        onRetry={refresh}
        rows={isPastTheEnd ? undefined : reservations}
        rowId={rowId}
        invalid={list.data?.invalid}
        loadingText="Loading reservations..."
        emptyText="No reservations found"
        sort={query.sort}
        onSort={url.setSort}
        page={query.page}
        hasNext={hasNext}
        onPage={url.setPage}
        summary={
          reservations === undefined
            ? ''
            : formatRowCount({
                page: query.page,
                pageSize: RESERVATIONS_PAGE_SIZE,
                shown,
                total,
                one: 'reservation',
                many: 'reservations',
              })
        }
      />
      <EndingDialog ending={ending} onClose={() => setEnding(null)} />
      {shownHistory === null ? null : (
        <HistoryDialog reservation={shownHistory} History={History} onClose={() => setShownHistory(null)} />
      )}
    </div>
  );
}
