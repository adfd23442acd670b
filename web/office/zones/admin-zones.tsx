import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { showsSamples } from '../../data/connection.ts';
import { Button } from '../../ui/button.tsx';
import { ServerTable } from '../../ui/data-table/server-table.tsx';
import { useTableUrl } from '../../ui/data-table/use-table-url.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { RefreshButton } from '../../ui/updated-note.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { type AdminZone, formatZoneName } from './admin-zone.ts';
import { ADMIN_ZONES_PAGE_SIZE, countZoneUse, deleteZone, listAdminZones, ZONES_URL, type ZoneUse } from './data.ts';
import { ZoneRatingsDialog } from './ratings/zone-ratings-dialog.tsx';
import { createZoneColumns } from './zone-columns.tsx';
import { ZoneEditor } from './zone-editor.tsx';

export function AdminZones() {
  const url = useTableUrl(ZONES_URL);
  const list = useQuery({
    queryKey: ['admin-zones', url.query],
    queryFn: ({ signal }) => listAdminZones(url.query, signal),
    placeholderData: keepPreviousData,
  });
  useProblemToast(list.error);
  // A null zone is a new one.
  const [editing, setEditing] = useState<{ zone: AdminZone | null } | null>(null);
  const [deleting, setDeleting] = useState<AdminZone | null>(null);
  const [ratedZone, setRatedZone] = useState<AdminZone | null>(null);
  const columns = useMemo(
    () =>
      createZoneColumns({
        onEdit: (zone) => setEditing({ zone }),
        onDelete: setDeleting,
        onShowRatings: showsSamples() ? null : setRatedZone,
      }),
    [],
  );

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold tracking-tight">{m.zone_admin_title()}</h2>
        <div className="flex flex-wrap gap-2">
          <RefreshButton isRefreshing={list.isFetching} onRefresh={() => void list.refetch()} />
          <Button size="small" onClick={() => setEditing({ zone: null })}>
            <Plus aria-hidden="true" className="size-4" />
            {m.zone_admin_add()}
          </Button>
        </div>
      </div>
      <ServerTable
        label={m.zone_table_label()}
        columns={columns}
        list={list}
        url={url}
        pageSize={ADMIN_ZONES_PAGE_SIZE}
        summary={m.zone_table_summary}
        loadingText={m.zone_table_loading()}
        emptyText={m.zone_table_empty()}
      />
      {editing === null ? null : <ZoneEditor zone={editing.zone} onClose={() => setEditing(null)} />}
      {ratedZone === null ? null : <ZoneRatingsDialog zone={ratedZone} onClose={() => setRatedZone(null)} />}
      {deleting === null ? null : <DeleteZoneDialog zone={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}

/** Says what depends on the zone before it is deleted; one whose use cannot be counted can be deleted too. */
function DeleteZoneDialog({ zone, onClose }: { zone: AdminZone; onClose: () => void }) {
  const queryClient = useQueryClient();
  const deletion = useOnlineMutation({
    mutationFn: () => deleteZone(zone.id),
    onSuccess: () => toast.success(m.zone_deleted()),
    onSettled: () => {
      onClose();
      return queryClient.invalidateQueries();
    },
  });
  const use = useQuery({
    queryKey: ['zone-use', zone.id],
    queryFn: () => countZoneUse(zone.id, new Date()),
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <QuestionDialog
      title={m.zone_delete()}
      text={m.zone_delete_question()}
      label={m.zone_delete()}
      variant="danger"
      isPending={deletion.isPending}
      isDisabled={use.isPending}
      error={use.error}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    >
      <p className="font-semibold wrap-anywhere">{formatZoneName(zone)}</p>
      <p role="status" className="empty:hidden">
        {use.data ? describeUse(use.data) : ''}
      </p>
    </QuestionDialog>
  );
}

function describeUse({ spaces, reservations }: ZoneUse): string {
  if (spaces === 0) return '';
  if (reservations === 0) return m.zone_delete_spaces({ count: spaces });
  return m.zone_delete_spaces_and_reservations({ spaces, reservations });
}
