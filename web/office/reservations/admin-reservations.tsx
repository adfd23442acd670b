import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { m } from '#messages';
import { EndingDialog, type RequestedEnding } from '../../booking/desk/ending-dialog.tsx';
import { ServerTable } from '../../ui/table/server-table.tsx';
import { useTablePage } from '../../ui/table/use-table-page.ts';
import { officeKeys } from '../keys.ts';
import { createReservationColumns } from './reservation-columns.tsx';
import { useReservationsUrl } from './reservation-filter.ts';
import { ReservationToolbar } from './reservation-toolbar.tsx';
import { countReservations, listReservations, RESERVATIONS_PAGE_SIZE } from './reservations.ts';

export function AdminReservations({ onOpen }: { onOpen: (id: string) => void }) {
  const url = useReservationsUrl();
  const { query } = url;
  const list = useTablePage(officeKeys.reservations(query), (signal) => listReservations(query, signal));
  // A query of its own, as neither order nor page changes the total and the rows need not wait for it.
  const { search, filters } = query;
  const isUncounted = list.data?.total === null;
  const count = useQuery({
    queryKey: officeKeys.reservations('count', { search, filters }),
    queryFn: ({ signal }) => countReservations({ search, filters }, signal),
    enabled: isUncounted,
  });
  const total = list.data?.total ?? count.data ?? null;
  const refresh = () => {
    void list.refetch();
    if (isUncounted) void count.refetch();
  };
  const [ending, setEnding] = useState<RequestedEnding | null>(null);
  const columns = useMemo(() => createReservationColumns({ onEnd: setEnding, onOpen }), [onOpen]);

  return (
    <div className="flex flex-col gap-3">
      <ReservationToolbar total={total ?? list.data?.count ?? 0} isRefreshing={list.isFetching} onRefresh={refresh} />
      <ServerTable
        label={m.reservations_title()}
        columns={columns}
        list={list}
        url={url}
        onOpen={({ id }) => onOpen(id)}
        onRetry={refresh}
        pageSize={RESERVATIONS_PAGE_SIZE}
        total={total}
        summary={m.reservation_table_summary}
        loadingText={m.reservations_loading()}
        emptyText={m.admin_reservations_none()}
      />
      <EndingDialog ending={ending} onClose={() => setEnding(null)} />
    </div>
  );
}
