import { Construction, QrCode, X } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import type { AdminSpace } from '../../booking/space-status/admin-space.ts';
import { MAX_SPACES } from '../../booking/space-status/resolutions.ts';
import { StatusDialog } from '../../booking/space-status/status-dialog.tsx';
import { paths } from '../../paths.ts';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { useDialogUrl, useOpened } from '../../ui/platform/use-dialog-url.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { formatRowCount } from '../../ui/table/server-table.tsx';
import { useTableUrl } from '../../ui/table/use-table-url.ts';
import { AttentionNote } from '../locks/lock-status.tsx';
import { useSpaceLocksContext } from '../locks/space-locks-provider.tsx';
import type { SignSelection } from './sign-sheets.tsx';
import { createSpaceColumns, SpaceSelection, useSpaceSelection } from './space-columns.tsx';
import { SpaceDialog } from './space-dialog.tsx';
import { createGroups, filterSpaces, SPACES_PAGE_SIZE, SPACES_URL } from './space-filter.ts';
import { SpaceToolbar } from './space-toolbar.tsx';
import { deleteSpace, useAdminSpaces, useSpaceWrite } from './spaces.ts';

const ImportDialog = lazy(async () => ({ default: (await import('./import/import-dialog.tsx')).ImportDialog }));

const NOTHING: NonNullable<ReturnType<typeof useAdminSpaces>['data']> = { spaces: [], invalid: [], zones: [] };
const spaceId = ({ id }: AdminSpace) => id;

/** The table of all spaces, grouped by zone, with their locks; the children stand above it. */
export function SpaceManagement({ children }: { children: ReactNode }) {
  const url = useTableUrl(SPACES_URL);
  const { query } = url;
  const list = useAdminSpaces();
  const { spaces, invalid, zones } = list.data ?? NOTHING;
  const deletion = useSpaceWrite(deleteSpace, () => m.space_deleted());
  const locks = useSpaceLocksContext();
  const deviceIds = (locks.locks ?? []).flatMap(({ did }) => (did === null ? [] : [did]));
  const choices = { spaces, zones, deviceIds };
  const [deleting, setDeleting] = useState<AdminSpace | null>(null);
  const dialog = useDialogUrl<'new' | 'edit' | 'import' | 'status'>();
  const opened = useOpened(
    dialog.id,
    spaces.find(({ id }) => id === dialog.id),
  );
  const { selection, selectedSpaces, select, clear } = useSpaceSelection(spaces);
  const found = useMemo(() => filterSpaces(spaces, query), [spaces, query]);
  const getGroup = useMemo(() => createGroups(found), [found]);
  const columns = useMemo(
    () =>
      createSpaceColumns({
        onSetStatus: ({ id }) => dialog.open('status', id),
        onEdit: ({ id }) => dialog.open('edit', id),
        onDelete: setDeleting,
      }),
    [dialog.open],
  );

  const lastPage = Math.max(1, Math.ceil(found.length / SPACES_PAGE_SIZE));
  const page = Math.min(query.page, lastPage);
  const rows = useMemo(() => found.slice((page - 1) * SPACES_PAGE_SIZE, page * SPACES_PAGE_SIZE), [found, page]);
  const isLoaded = list.data !== undefined;
  const refresh = () => {
    void list.refetch();
    locks.refresh();
  };
  const changing = dialog.id === '' ? selectedSpaces : opened ? [opened] : [];

  return (
    <div className="flex flex-col gap-4">
      <SpaceToolbar
        found={found}
        invalid={invalid}
        canAdd={isLoaded}
        isRefreshing={list.isFetching}
        onAdd={() => dialog.open('new')}
        onImport={() => dialog.open('import')}
        onRefresh={refresh}
      />
      {children}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        {found.length > 0 ? (
          <SelectionBar
            found={found}
            selected={selectedSpaces}
            onSelect={select}
            onClear={clear}
            onSetStatus={() => dialog.open('status')}
          />
        ) : null}
        <AttentionNote locks={locks.locks}>
          <Link
            to={paths.adminTab('locks', { order: 'attention' })}
            className="-my-3 inline-flex min-h-11 items-center underline"
          >
            {m.parking_tab_show_locks()}
          </Link>
        </AttentionNote>
      </div>
      <SpaceSelection value={selection}>
        <DataTable
          label={m.space_table_label()}
          columns={columns}
          query={list}
          onRetry={refresh}
          rows={isLoaded ? rows : undefined}
          rowId={spaceId}
          onOpen={({ id }) => dialog.open('edit', id)}
          // They have no group and match no search, so they come on the last page.
          invalid={page === lastPage ? invalid : undefined}
          getGroup={getGroup}
          loadingText={m.space_table_loading()}
          emptyText={spaces.length === 0 ? m.space_table_empty() : m.space_table_no_match()}
          page={page}
          hasNext={page < lastPage}
          onPage={url.setPage}
          summary={
            isLoaded
              ? formatRowCount({
                  page,
                  pageSize: SPACES_PAGE_SIZE,
                  shown: rows.length,
                  total: found.length,
                  message: m.space_table_summary,
                })
              : ''
          }
        />
      </SpaceSelection>
      {deleting === null ? null : (
        <QuestionDialog
          title={m.space_delete()}
          text={m.space_delete_question()}
          label={m.space_delete()}
          variant="danger"
          isPending={deletion.isPending}
          onConfirm={() => deletion.mutate(deleting.id, { onSettled: () => setDeleting(null) })}
          onClose={() => setDeleting(null)}
        >
          <p className="font-semibold wrap-anywhere">{formatSpaceInZone(deleting)}</p>
        </QuestionDialog>
      )}
      {isLoaded
        ? dialog.show({
            new: () => <SpaceDialog {...choices} space={null} zoneId={query.filters.zone} onClose={dialog.close} />,
            edit: (id) => opened && <SpaceDialog key={id} {...choices} space={opened} onClose={dialog.close} />,
            import: () => (
              <Suspense>
                <ImportDialog spaces={spaces} zones={zones} onClose={dialog.close} />
              </Suspense>
            ),
            status: () =>
              changing.length > 0 && (
                <StatusDialog
                  spaces={changing}
                  current={spaces}
                  onSaved={() => {
                    dialog.close();
                    if (changing.length > 1) clear();
                  }}
                  onClose={dialog.close}
                />
              ),
          })
        : null}
    </div>
  );
}

type SelectionBarProps = {
  /** The spaces that match the search and the filter. */
  found: readonly AdminSpace[];
  selected: readonly AdminSpace[];
  onSelect: (spaces: readonly AdminSpace[]) => void;
  onClear: () => void;
  onSetStatus: () => void;
};

/** Selects all spaces that match, and offers what can be done with those that are selected. */
function SelectionBar({ found, selected, onSelect, onClear, onSetStatus }: SelectionBarProps) {
  const selectable = found.slice(0, MAX_SPACES);
  const chosen = new Set(selected);
  const isAll = selectable.every((space) => chosen.has(space));
  const count = selectable.length;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
      <CheckboxField
        label={found.length > MAX_SPACES ? m.set_status_select_first({ count }) : m.set_status_select_all({ count })}
        checked={isAll}
        onChange={() => (isAll ? onClear() : onSelect(selectable))}
      />
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="text-sm font-semibold empty:hidden">
          {selected.length === 0 ? '' : m.set_status_selected({ count: selected.length })}
        </p>
        {selected.length === 0 ? null : (
          <>
            <Button size="small" onClick={onSetStatus} disabled={selected.length > MAX_SPACES}>
              <Construction aria-hidden="true" className="size-4" />
              {m.set_status_title()}
            </Button>
            <Link
              to={paths.spaceSigns}
              state={{ ids: selected.map(({ id }) => id) } satisfies SignSelection}
              className={buttonClass('secondary', undefined, 'small')}
            >
              <QrCode aria-hidden="true" className="size-4" />
              {m.signs_open_selected()}
            </Link>
            <IconButton icon={X} label={m.set_status_clear()} onClick={onClear} />
          </>
        )}
      </div>
    </div>
  );
}
