import { BatteryWarning } from 'lucide-react';
import { hasAlarm, hasWeakBattery, type LockDevice } from '../../../domain/locks/lock.ts';
import { Badge } from '../../ui/badge.tsx';
import { tableColumns } from '../../ui/data-table/table-columns.ts';
import { ConnectionBadge, PositionBadge } from '../lock-badges.tsx';
import { EMPTY_CELL } from '../lock-texts.ts';

const helper = tableColumns<LockDevice>();

type TextField = {
  [Field in keyof LockDevice]: LockDevice[Field] extends string | null ? Field : never;
}[keyof LockDevice];

/** A column that shows the vendor's text unchanged. */
const createTextColumn = (field: TextField, header: string) =>
  helper.accessor(field, {
    header,
    meta: { className: 'whitespace-nowrap tabular-nums' },
    cell: ({ getValue }) => getValue() || EMPTY_CELL,
  });

const SOUND_LABELS = new Map<string, string>(Object.entries({ '1': 'On', true: 'On', '0': 'Off', false: 'Off' }));

export const LOCK_COLUMNS = helper.columns([
  helper.accessor('did', {
    header: 'DID',
    meta: { className: 'whitespace-nowrap font-semibold' },
    cell: ({ getValue }) => getValue() || EMPTY_CELL,
  }),
  helper.accessor('online', {
    header: 'Status',
    cell: ({ row }) => <ConnectionBadge lock={row.original} />,
  }),
  createTextColumn('type', 'Type'),
  createTextColumn('gateway', 'Gateway'),
  createTextColumn('sim', 'SIM'),
  helper.accessor('signalStrength', {
    header: 'Signal',
    meta: { align: 'end' },
    cell: ({ getValue }) => getValue() ?? EMPTY_CELL,
  }),
  helper.accessor('electricity', {
    header: 'Battery %',
    meta: { align: 'end' },
    cell: ({ row }) => <Battery lock={row.original} />,
  }),
  helper.accessor('alarm', {
    header: 'Alarm',
    meta: { className: 'whitespace-nowrap' },
    cell: ({ row }) =>
      hasAlarm(row.original) ? <Badge tone="danger">{row.original.alarm}</Badge> : row.original.alarm || EMPTY_CELL,
  }),
  helper.accessor('soundAlarm', {
    header: 'Sound',
    cell: ({ row: { original } }) =>
      original.soundAlarm === null ? EMPTY_CELL : (SOUND_LABELS.get(original.soundAlarm) ?? original.soundAlarm),
  }),
  helper.accessor('locationState', {
    header: 'Location',
    cell: ({ row }) => <PositionBadge lock={row.original} />,
  }),
  createTextColumn('clbm', 'CLBM'),
  createTextColumn('cm', 'CM'),
  createTextColumn('ut', 'UT'),
  createTextColumn('bz', 'BZ'),
  createTextColumn('syncTime', 'Sync Time'),
  createTextColumn('createTime', 'Created'),
  createTextColumn('updateTime', 'Updated'),
  createTextColumn('onlineTime', 'Online Time'),
  createTextColumn('offlineTime', 'Offline Time'),
]);

function Battery({ lock }: { lock: LockDevice }) {
  if (lock.electricity === null) return EMPTY_CELL;
  if (!hasWeakBattery(lock)) return `${lock.electricity}%`;
  return (
    <span className="text-danger inline-flex items-center gap-1 font-semibold">
      <BatteryWarning role="img" aria-label="Low battery" className="size-4" />
      {lock.electricity}%
    </span>
  );
}
