import { Construction, Pencil, Trash2 } from 'lucide-react';
import { createContext, use, useState } from 'react';
import { m } from '#messages';
import { formatMoney } from '../../../domain/money/money.ts';
import { nameSpace } from '../../../domain/zones/space-names.ts';
import { type AdminSpace, STATUS_BADGES } from '../../booking/space-status/admin-space.ts';
import { MAX_SPACES } from '../../booking/space-status/resolutions.ts';
import { StatusNote } from '../../booking/space-status/status-fields.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { formatLastActivity } from '../../ui/platform/format-time.ts';
import { tableColumns } from '../../ui/table/table-columns.ts';
import { LockControl, LockStatus } from '../locks/lock-status.tsx';

const helper = tableColumns<AdminSpace>();

type SpaceColumnsOptions = {
  onSetStatus: (space: AdminSpace) => void;
  onEdit: (space: AdminSpace) => void;
  onDelete: (space: AdminSpace) => void;
};

export function createSpaceColumns({ onSetStatus, onEdit, onDelete }: SpaceColumnsOptions) {
  return helper.columns([
    helper.display({
      id: 'select',
      header: m.set_status_select(),
      meta: { narrow: true },
      cell: ({ row }) => <SpaceCheckbox space={row.original} />,
    }),
    helper.accessor('name', {
      header: m.space_table_name(),
      meta: { card: 'title', className: 'max-w-36 font-semibold' },
      cell: ({ getValue }) => <span className="font-semibold break-words">{nameSpace(getValue())}</span>,
    }),
    helper.accessor('status', {
      header: m.field_status(),
      cell: ({ row }) => {
        const { label, tone } = STATUS_BADGES[row.original.status];
        return (
          <>
            <span className="whitespace-nowrap">
              <Badge tone={tone}>{label}</Badge>
            </span>
            <StatusNote space={row.original} />
          </>
        );
      },
    }),
    helper.accessor('location', {
      header: m.field_location(),
      meta: { className: 'min-w-28 max-w-44' },
      cell: ({ getValue }) => <span className="line-clamp-2">{getValue() ?? '—'}</span>,
    }),
    helper.accessor('deviceId', {
      header: m.space_table_lock_device(),
      meta: { className: 'whitespace-nowrap' },
      cell: ({ getValue }) => getValue() ?? <span className="text-muted">{m.space_table_no_device()}</span>,
    }),
    helper.display({
      id: 'lock_status',
      header: m.space_table_lock_status(),
      // Wide enough for the state of a command, so that nothing moves while somebody operates locks.
      meta: { className: 'min-w-54' },
      cell: ({ row }) => <LockStatus space={row.original} />,
    }),
    helper.display({
      id: 'lock_control',
      header: m.space_table_lock_control(),
      cell: ({ row }) => <LockControl space={row.original} />,
    }),
    helper.accessor('hourlyRate', {
      header: m.space_table_rate(),
      meta: { align: 'end' },
      cell: ({ row: { original } }) =>
        original.hourlyRate === null ? m.space_table_zone_rate() : formatMoney(original.hourlyRate),
    }),
    helper.accessor('lastActivity', {
      header: m.field_last_activity(),
      meta: { className: 'min-w-24 tabular-nums' },
      cell: ({ getValue }) => formatLastActivity(getValue()),
    }),
    helper.display({
      id: 'actions',
      header: m.data_table_actions(),
      meta: { card: 'actions' },
      cell: ({ row: { original } }) => (
        <div className="flex justify-end gap-1 lg:-mx-2 lg:justify-start lg:gap-0">
          <IconButton
            icon={Construction}
            label={m.set_status_of({ space: nameSpace(original.name) })}
            onClick={() => onSetStatus(original)}
          />
          <IconButton
            icon={Pencil}
            label={m.space_table_edit({ space: nameSpace(original.name) })}
            onClick={() => onEdit(original)}
          />
          <IconButton
            icon={Trash2}
            label={m.space_table_delete({ space: nameSpace(original.name) })}
            className="text-danger"
            onClick={() => onDelete(original)}
          />
        </div>
      ),
    }),
  ]);
}

function SpaceCheckbox({ space: { id, name } }: { space: AdminSpace }) {
  const { selected, toggle } = use(SpaceSelection);
  return (
    // Large enough for a finger.
    <label className="-m-3 inline-flex size-11 cursor-pointer align-middle items-center justify-center">
      <input
        type="checkbox"
        aria-label={m.set_status_select_space({ space: nameSpace(name) })}
        className="accent-brand-ink size-5"
        checked={selected.has(id)}
        onChange={() => toggle(id)}
      />
    </label>
  );
}

/** The spaces of the table that are selected. A new column for each selection would take the focus from its checkbox. */
export const SpaceSelection = createContext({
  selected: new Set() as ReadonlySet<string>,
  toggle: (_spaceId: string): void => undefined,
});

/** Keeps the selection among these spaces: one that is deleted is no longer selected. */
export function useSpaceSelection(spaces: readonly AdminSpace[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setIds((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  return {
    selection: { selected: ids, toggle },
    selectedSpaces: spaces.filter(({ id }) => ids.has(id)),
    /** Selects these, or as many of them as can be changed at once. */
    select: (more: readonly AdminSpace[]) => setIds(new Set(more.slice(0, MAX_SPACES).map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
