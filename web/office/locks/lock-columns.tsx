import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { BatteryWarning } from 'lucide-react';
import { Link } from 'react-router';
import * as z from 'zod';
import { m } from '#messages';
import { groupBy } from '../../../domain/group-by.ts';
import { hasAlarm, hasWeakBattery, type LockDevice } from '../../../domain/locks/lock.ts';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import { dataClient } from '../../data/connection.ts';
import { tableRow } from '../../data/table-row.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/layout/badge.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { readRow } from '../../ui/table/parse-rows.ts';
import { tableColumns } from '../../ui/table/table-columns.ts';
import { officeKeys } from '../keys.ts';
import { ConnectionBadge, PositionBadge } from './lock-status.tsx';
import { EMPTY_CELL, formatAlarm, formatOfflineTime } from './lock-texts.ts';

const groupByLock = (spaces: readonly Space[]): SpacesOfLocks =>
  groupBy(spaces, ({ kavassDeviceId }) => kavassDeviceId);

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

const SOUND_LABELS = new Map<string, string>([
  ['1', m.lock_sound_on()],
  ['true', m.lock_sound_on()],
  ['0', m.lock_sound_off()],
  ['false', m.lock_sound_off()],
]);

/** `spaces` are undefined until they have loaded. */
export function createLockColumns(spaces: SpacesOfLocks | undefined) {
  return helper.columns([
    helper.accessor('did', {
      header: 'DID',
      meta: { className: 'whitespace-nowrap' },
      cell: ({ row }) => <DeviceAndSpaces lock={row.original} spaces={spaces} />,
    }),
    helper.accessor('online', {
      header: m.field_status(),
      meta: { className: 'whitespace-nowrap' },
      cell: ({ row }) => <Connection lock={row.original} />,
    }),
    createTextColumn('type', m.locks_column_type()),
    createTextColumn('gateway', m.locks_column_gateway()),
    createTextColumn('sim', 'SIM'),
    helper.accessor('signalStrength', {
      header: m.locks_column_signal(),
      meta: { align: 'end' },
      cell: ({ getValue }) => getValue() ?? EMPTY_CELL,
    }),
    helper.accessor('electricity', {
      header: m.locks_column_battery(),
      meta: { align: 'end' },
      cell: ({ row }) => <Battery lock={row.original} />,
    }),
    helper.accessor('alarm', {
      header: m.locks_column_alarm(),
      meta: { className: 'whitespace-nowrap' },
      cell: ({ row }) =>
        hasAlarm(row.original) ? (
          <Badge tone="danger">{formatAlarm(row.original)}</Badge>
        ) : (
          formatAlarm(row.original) || EMPTY_CELL
        ),
    }),
    helper.accessor('soundAlarm', {
      header: m.locks_column_sound(),
      cell: ({ row: { original } }) =>
        original.soundAlarm === null ? EMPTY_CELL : (SOUND_LABELS.get(original.soundAlarm) ?? original.soundAlarm),
    }),
    helper.accessor('locationState', {
      header: m.locks_column_location(),
      cell: ({ row }) => <PositionBadge lock={row.original} />,
    }),
    createTextColumn('clbm', 'CLBM'),
    createTextColumn('cm', 'CM'),
    createTextColumn('ut', 'UT'),
    createTextColumn('bz', 'BZ'),
    createTextColumn('syncTime', m.locks_column_sync_time()),
    createTextColumn('createTime', m.locks_column_created()),
    createTextColumn('updateTime', m.locks_column_updated()),
    createTextColumn('onlineTime', m.locks_column_online_time()),
    createTextColumn('offlineTime', m.locks_column_offline_time()),
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
      {spaces !== undefined && found === undefined ? <div className="text-muted">{m.lock_without_space()}</div> : null}
    </>
  );
}

function Connection({ lock }: { lock: LockDevice }) {
  const time = formatOfflineTime(lock, getNow());
  return (
    <>
      <ConnectionBadge lock={lock} />
      {time === null ? null : <div className="text-muted">{time}</div>}
    </>
  );
}

function Battery({ lock }: { lock: LockDevice }) {
  if (lock.electricity === null) return EMPTY_CELL;
  if (!hasWeakBattery(lock)) return m.lock_battery({ percent: lock.electricity });
  return (
    <span className="text-danger inline-flex items-center gap-1 font-semibold">
      <BatteryWarning role="img" aria-label={m.lock_low_battery()} className="size-4" />
      {m.lock_battery({ percent: lock.electricity })}
    </span>
  );
}

const lockedSpaceRow = tableRow({
  id: z.string(),
  name: z.string(),
  zone_id: z.string().nullable(),
  zone_name: z.string().nullable(),
  kavass_device_id: z.string(),
});

/** The spaces that have one of these locks, by name. */
async function listSpacesWithLocks(deviceIds: readonly string[], signal: AbortSignal) {
  const response = await dataClient()
    .from('parking_spaces')
    .select(lockedSpaceRow.columns)
    .in('kavass_device_id', deviceIds)
    .order('sort_name')
    .abortSignal(signal);
  return readRow(response, z.array(lockedSpaceRow.schema), 'admin-spaces-not-loaded');
}

type Space = Awaited<ReturnType<typeof listSpacesWithLocks>>[number];

/** The spaces of each lock, by the vendor's id of the lock. */
type SpacesOfLocks = ReadonlyMap<string, readonly Space[]>;

/** The spaces of the locks on a page; undefined until they have loaded. */
export function useSpacesOfLocks(locks: readonly LockDevice[] | undefined): SpacesOfLocks | undefined {
  const deviceIds = (locks ?? []).flatMap(({ did }) => (did === null ? [] : [did]));
  const spaces = useQuery({
    queryKey: officeKeys.spacesOfLocks(deviceIds),
    queryFn: ({ signal }) => listSpacesWithLocks(deviceIds, signal),
    enabled: deviceIds.length > 0,
    placeholderData: keepPreviousData,
    select: groupByLock,
  });
  return spaces.isPlaceholderData ? undefined : spaces.data;
}
