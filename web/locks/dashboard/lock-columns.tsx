import { BatteryWarning } from 'lucide-react';
import { Link } from 'react-router';
import { hasAlarm, hasWeakBattery, type LockDevice } from '../../../domain/locks/lock.ts';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { tableColumns } from '../../ui/data-table/table-columns.ts';
import { ConnectionBadge, PositionBadge } from '../lock-badges.tsx';
import { EMPTY_CELL, formatOfflineTime } from '../lock-texts.ts';
import type { SpacesOfLocks } from './use-spaces-of-locks.ts';

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

/** `spaces` are undefined until they have loaded. */
export function createLockColumns(spaces: SpacesOfLocks | undefined) {
  return helper.columns([
    helper.accessor('did', {
      header: 'DID',
      meta: { className: 'whitespace-nowrap' },
      cell: ({ row }) => <DeviceAndSpaces lock={row.original} spaces={spaces} />,
    }),
    helper.accessor('online', {
      header: 'Status',
      meta: { className: 'whitespace-nowrap' },
      cell: ({ row }) => <Connection lock={row.original} />,
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
}

function DeviceAndSpaces({ lock: { did }, spaces }: { lock: LockDevice; spaces: SpacesOfLocks | undefined }) {
  const found = did === null ? undefined : spaces?.get(did);
  return (
    <>
      <div className="font-semibold">{did || EMPTY_CELL}</div>
      {found?.map((space) => (
        <div key={space.id}>
          <Link
            to={paths.adminTab('parking', { q: space.name, ...(space.zoneId === null ? {} : { zone: space.zoneId }) })}
            className="text-brand-ink -my-2 inline-flex min-h-11 items-center underline"
          >
            {formatSpaceInZone(space)}
          </Link>
        </div>
      ))}
      {spaces !== undefined && found === undefined ? <div className="text-muted">On no space</div> : null}
    </>
  );
}

function Connection({ lock }: { lock: LockDevice }) {
  const time = formatOfflineTime(lock, new Date());
  return (
    <>
      <ConnectionBadge lock={lock} />
      {time === null ? null : <div className="text-muted">{time}</div>}
    </>
  );
}

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
