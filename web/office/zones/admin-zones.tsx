import { useQuery } from '@tanstack/react-query';
import { MessageSquareText, Pencil, Plus, QrCode, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { formatRating } from '../../../domain/language/format.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import { formatAmenity } from '../../../domain/zones/amenities.ts';
import { listSetFlags } from '../../../domain/zones/zone-columns.ts';
import { SPACE_CHANGES } from '../../booking/keys.ts';
import { AmenityIcon } from '../../booking/zones/amenity-filter.tsx';
import { toDescription } from '../../data/zone.ts';
import { paths } from '../../paths.ts';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { RefreshButton } from '../../ui/feedback/updated-note.tsx';
import { useProblemToast } from '../../ui/feedback/use-problem-toast.ts';
import { Button, NavigateButton } from '../../ui/form/button.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { Stars } from '../../ui/form/stars.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { Badge } from '../../ui/layout/badge.tsx';
import { TabHeading } from '../../ui/layout/tab-heading.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { useDialogUrl, useOpened } from '../../ui/platform/use-dialog-url.ts';
import { ServerTable } from '../../ui/table/server-table.tsx';
import { tableColumns } from '../../ui/table/table-columns.ts';
import { useTablePage } from '../../ui/table/use-table-page.ts';
import { useTableUrl } from '../../ui/table/use-table-url.ts';
import { officeKeys } from '../keys.ts';
import { type AdminZone, formatZoneName } from './admin-zone.ts';
import { ZoneEditor } from './zone-editor.tsx';
import { ZoneRatingsDialog } from './zone-ratings-dialog.tsx';
import { ADMIN_ZONES_PAGE_SIZE, countZoneUse, deleteZone, findZone, listAdminZones, ZONES_URL } from './zones.ts';

export function AdminZones() {
  const url = useTableUrl(ZONES_URL);
  const list = useTablePage(officeKeys.zones(url.query), (signal) => listAdminZones(url.query, signal));
  const dialog = useDialogUrl<'new' | 'edit' | 'ratings'>();
  const opened = useZone(dialog.id, list.data?.rows);
  const [deleting, setDeleting] = useState<AdminZone | null>(null);
  const navigate = useNavigate();
  const columns = useMemo(
    () =>
      createZoneColumns({
        onEdit: ({ id }) => dialog.open('edit', id),
        onDelete: setDeleting,
        onPrintSign: ({ id, name, sign }) => void navigate(paths.spaceSigns, { state: { zone: { id, name, sign } } }),
        onShowRatings: getInstallation().keepsRatings ? ({ id }) => dialog.open('ratings', id) : null,
      }),
    [dialog.open, navigate],
  );

  return (
    <div className="flex flex-col gap-4">
      <TabHeading title={m.zone_admin_title()}>
        <RefreshButton isRefreshing={list.isFetching} onRefresh={() => void list.refetch()} />
        <NavigateButton variant="secondary" size="small" to={paths.rates}>
          {m.rates_title()}
        </NavigateButton>
        <Button size="small" onClick={() => dialog.open('new')}>
          <Plus aria-hidden="true" className="size-4" />
          {m.zone_admin_add()}
        </Button>
      </TabHeading>
      <ServerTable
        label={m.zone_table_label()}
        columns={columns}
        list={list}
        url={url}
        onOpen={({ id }) => dialog.open('edit', id)}
        pageSize={ADMIN_ZONES_PAGE_SIZE}
        summary={m.zone_table_summary}
        loadingText={m.zone_table_loading()}
        emptyText={m.zone_table_empty()}
      />
      {dialog.show({
        new: () => <ZoneEditor zone={null} onClose={dialog.close} />,
        edit: (id) => opened && <ZoneEditor key={id} zone={opened} onClose={dialog.close} />,
        ratings: (id) => opened && <ZoneRatingsDialog key={id} zone={opened} onClose={dialog.close} />,
      })}
      {deleting === null ? null : <DeleteZoneDialog zone={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}

/** The zone with this id: of the list, or loaded where the list has it on another page. */
function useZone(id: string, listed: readonly AdminZone[] | undefined): AdminZone | undefined {
  const inList = listed?.find((zone) => zone.id === id);
  const found = useQuery({
    queryKey: officeKeys.zones('one', id),
    queryFn: ({ signal }) => findZone(id, signal),
    enabled: id !== '' && listed !== undefined && inList === undefined,
  });
  useProblemToast(found.error);
  return useOpened(id, inList ?? found.data);
}

/** Says what depends on the zone before it is deleted; one whose use cannot be counted can be deleted too. */
function DeleteZoneDialog({ zone, onClose }: { zone: AdminZone; onClose: () => void }) {
  const deletion = useAction(() => deleteZone(zone.id), {
    done: m.zone_deleted(),
    invalidates: SPACE_CHANGES,
    onSettled: onClose,
  });
  const use = useQuery({
    queryKey: officeKeys.zoneUse(zone.id),
    queryFn: () => countZoneUse(zone.id, getNow()),
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

function describeUse({ spaces, reservations }: Awaited<ReturnType<typeof countZoneUse>>): string {
  if (spaces === 0) return '';
  if (reservations === 0) return m.zone_delete_spaces({ count: spaces });
  return m.zone_delete_spaces_and_reservations({ spaces, reservations });
}

const helper = tableColumns<AdminZone>();

type ZoneActions = {
  onEdit: (zone: AdminZone) => void;
  onDelete: (zone: AdminZone) => void;
  onPrintSign: (zone: AdminZone) => void;
  /** Null where ratings are not kept. */
  onShowRatings: ((zone: AdminZone) => void) | null;
};

function createZoneColumns({ onEdit, onDelete, onPrintSign, onShowRatings }: ZoneActions) {
  return helper.columns([
    helper.accessor('name', {
      header: m.zone_table_name(),
      meta: { card: 'title', className: 'min-w-36 max-w-48' },
      cell: ({ row }) => <span className="font-semibold wrap-anywhere">{formatZoneName(row.original)}</span>,
    }),
    helper.accessor('description', {
      header: m.field_description(),
      enableSorting: false,
      meta: { className: 'min-w-32 max-w-60' },
      cell: ({ row: { original: zone } }) => (
        <span className="line-clamp-2 wrap-anywhere">
          {toDescription({ description: zone.description, description_en: zone.descriptionEn })}
        </span>
      ),
    }),
    helper.accessor('spaceCount', {
      id: 'space_count',
      header: m.zone_spaces(),
      meta: { align: 'end' },
      cell: ({ row: { original: zone } }) => zone.spaceCount || <DraftNote zoneId={zone.id} />,
    }),
    helper.accessor('pricePerHour', {
      id: 'price_per_hour',
      header: m.zone_table_price(),
      meta: { align: 'end' },
      // What drivers pay: the price, unless spaces have rates of their own.
      cell: ({ row: { original: zone } }) => (
        <span className="tabular-nums">
          {formatMoney(zone.lowestRate)}
          {zone.lowestRate === zone.highestRate ? null : ` – ${formatMoney(zone.highestRate)}`}
        </span>
      ),
    }),
    helper.accessor('rating', {
      header: m.field_rating(),
      cell: ({ getValue, row }) =>
        onShowRatings && row.original.numberOfRatings === 0 ? (
          <span className="text-muted">{m.zone_ratings_none()}</span>
        ) : (
          <span className="inline-flex items-center gap-1.5">
            <Stars value={getValue()} />
            <span className="tabular-nums">{formatRating(getValue())}</span>
          </span>
        ),
    }),
    helper.accessor('location', {
      header: m.field_location(),
      meta: { className: 'min-w-32 max-w-60' },
      cell: ({ getValue }) =>
        getValue() ? (
          <span className="line-clamp-2 wrap-anywhere">{getValue()}</span>
        ) : (
          <span className="text-muted">{m.zone_table_no_location()}</span>
        ),
    }),
    helper.accessor('amenities', {
      header: m.field_amenities(),
      enableSorting: false,
      cell: ({ getValue }) => <AmenityIcons flags={listSetFlags(getValue())} />,
    }),
    helper.display({
      id: 'actions',
      header: m.data_table_actions(),
      meta: { card: 'actions', className: 'whitespace-nowrap' },
      cell: ({ row: { original: zone } }) => (
        <div className="flex justify-end gap-1 lg:justify-start">
          {onShowRatings ? (
            <IconButton
              icon={MessageSquareText}
              label={m.zone_table_ratings({ zone: formatZoneName(zone) })}
              onClick={() => onShowRatings(zone)}
            />
          ) : null}
          <IconButton
            icon={QrCode}
            label={m.zone_table_sign({ zone: formatZoneName(zone) })}
            onClick={() => onPrintSign(zone)}
          />
          <IconButton
            icon={Pencil}
            label={m.zone_table_edit({ zone: formatZoneName(zone) })}
            onClick={() => onEdit(zone)}
          />
          <IconButton
            icon={Trash2}
            label={m.zone_table_delete({ zone: formatZoneName(zone) })}
            onClick={() => onDelete(zone)}
          />
        </div>
      ),
    }),
  ]);
}

/** A zone without spaces is a draft, and leads to what it lacks. */
function DraftNote({ zoneId }: { zoneId: string }) {
  return (
    <span className="flex flex-col items-end">
      <Badge tone="neutral">{m.zone_draft()}</Badge>
      <Link
        to={paths.adminTab('parking', { zone: zoneId, dialog: 'new' })}
        className="text-brand-ink inline-flex min-h-11 items-center font-semibold whitespace-nowrap underline pointer-fine:min-h-0"
      >
        {m.zone_draft_add_spaces()}
      </Link>
    </span>
  );
}

function AmenityIcons({ flags }: { flags: readonly string[] }) {
  if (flags.length === 0) return <span className="text-muted">{m.zone_table_no_amenities()}</span>;
  return (
    <ul className="text-brand-ink flex min-w-24 flex-wrap justify-end gap-1.5 lg:justify-start">
      {flags.map((flag) => (
        <li key={flag} title={formatAmenity(flag)}>
          <AmenityIcon flag={flag} />
          <span className="sr-only">{formatAmenity(flag)}</span>
        </li>
      ))}
    </ul>
  );
}
