import { clsx } from 'clsx';
import { ReceiptText } from 'lucide-react';
import { m } from '#messages';
import { countHours } from '../../../domain/days/period.ts';
import { getInstallation } from '../../../domain/installation.ts';
import { formatDay } from '../../../domain/language/format.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import type { ReservationStatus } from '../../../domain/reservations/reservation.ts';
import { formatTimeRange, getTimeState } from '../../../domain/reservations/times.ts';
import {
  type AdminReservation,
  formatPaid,
  formatSpaceName,
  formatUserName,
} from '../../booking/desk/admin-reservation.ts';
import type { RequestedEnding } from '../../booking/desk/ending-dialog.tsx';
import { formatHours } from '../../booking/parking-time.ts';
import { Button } from '../../ui/form/button.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { tableColumns } from '../../ui/table/table-columns.ts';
import { formatStatus, formatTimeState } from './reservation-filter.ts';

const helper = tableColumns<AdminReservation>();

type ReservationActions = {
  onEnd: (ending: RequestedEnding) => void;
  onOpen: (id: string) => void;
};

export function createReservationColumns(actions: ReservationActions) {
  return helper.columns([
    helper.accessor('userName', {
      id: 'user_name',
      header: m.admin_reservations_user(),
      meta: { card: 'title', className: 'min-w-54' },
      cell: ({ row }) => (
        <Lines
          id={getUserNameId(row.original)}
          first={formatUserName(row.original)}
          beside={row.original.vehiclePlate}
          second={row.original.userEmail ?? ''}
        />
      ),
    }),
    helper.accessor('spaceName', {
      id: 'space_name',
      header: m.admin_reservations_space(),
      meta: { className: 'min-w-44' },
      cell: ({ row }) => (
        <Lines
          first={formatSpaceName(row.original)}
          second={[row.original.zoneName, row.original.spaceLocation].filter(Boolean).join(' - ')}
        />
      ),
    }),
    helper.accessor('startsAt', {
      id: 'start_time',
      header: m.admin_reservations_period(),
      meta: { className: 'whitespace-nowrap' },
      cell: ({ row }) => <TimePeriod reservation={row.original} />,
    }),
    helper.accessor(countHours, {
      id: 'duration_hours',
      header: m.reservation_duration(),
      meta: { className: 'whitespace-nowrap tabular-nums' },
      cell: ({ row, getValue }) => (row.original.isOpen ? m.stay_open_end() : formatHours(getValue())),
    }),
    helper.accessor('totalAmount', {
      id: 'total_amount',
      header: m.admin_reservations_amount(),
      meta: { align: 'end', className: 'lg:whitespace-nowrap' },
      cell: ({ row }) => (
        <>
          {row.original.isOpen && row.original.totalAmount === 0 ? null : formatMoney(row.original.totalAmount)}
          <div className="text-muted text-sm empty:hidden lg:ml-auto lg:max-w-32 lg:whitespace-normal">
            {formatPaid(row.original)}
          </div>
        </>
      ),
    }),
    helper.accessor('status', {
      header: m.field_status(),
      cell: ({ row }) => <StatusBadge status={row.original.status} />,
    }),
    helper.display({
      id: 'actions',
      header: m.data_table_actions(),
      meta: { card: 'actions', className: 'whitespace-nowrap' },
      cell: ({ row }) => <Actions reservation={row.original} {...actions} />,
    }),
  ]);
}

const getUserNameId = ({ id }: AdminReservation) => `reservation-${id}-user`;

function Lines({ id, first, second, beside }: { id?: string; first: string; second: string; beside?: string | null }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <span id={id} className={clsx('font-semibold', beside && 'mr-2')}>
        {first}
      </span>
      {beside ? <span className="inline-block tabular-nums">{beside}</span> : null}
      {second ? (
        <div title={second} className="text-muted text-sm lg:line-clamp-1 lg:break-all">
          {second}
        </div>
      ) : null}
    </div>
  );
}

/** The badge stands beside the day, and the times below both. */
function TimePeriod({ reservation }: { reservation: AdminReservation }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-2 tabular-nums lg:w-58 lg:justify-start">
      <div className="font-semibold">{formatDay(reservation.startsAt)}</div>
      <div className="text-muted order-1 basis-full">{formatTimeRange(reservation)}</div>
      <TimeBadge reservation={reservation} />
    </div>
  );
}

function Actions({ reservation, onEnd, onOpen }: ReservationActions & { reservation: AdminReservation }) {
  const values = { user: formatUserName(reservation), space: formatSpaceName(reservation) };
  const name = m.money_reservation_details_of(values);
  const shared = {
    'aria-describedby': getUserNameId(reservation),
    size: 'small',
    className: 'flex-1 lg:flex-none lg:px-3!',
  } as const;
  const isUnused = getTimeState(reservation, useNow()) === 'future' && getInstallation().tracksParking;
  return (
    <div className="flex items-center justify-end gap-2 lg:gap-1">
      {reservation.status === 'active' && !reservation.isOpen ? (
        <>
          {isUnused ? null : (
            <Button variant="secondary" {...shared} onClick={() => onEnd({ reservation, status: 'completed' })}>
              {m.admin_reservations_complete()}
            </Button>
          )}
          <Button variant="danger" {...shared} onClick={() => onEnd({ reservation, status: 'cancelled' })}>
            {m.action_cancel()}
          </Button>
        </>
      ) : null}
      <IconButton icon={ReceiptText} label={name} onClick={() => onOpen(reservation.id)} />
    </div>
  );
}

const STATUS_TONES = {
  active: 'positive',
  completed: 'brand',
  cancelled: 'danger',
  expired: 'neutral',
  held: 'neutral',
  lapsed: 'neutral',
} as const;
const TIME_TONES = { past: 'neutral', future: 'brand', current: 'positive' } as const;

function StatusBadge({ status }: { status: ReservationStatus }) {
  return <Badge tone={STATUS_TONES[status]}>{formatStatus(status)}</Badge>;
}

/** Where drivers really park, who has not left counts as late, and nothing is said of what was never used. */
function TimeBadge({ reservation }: { reservation: AdminReservation }) {
  const { tracksParking } = getInstallation();
  const state = getTimeState(reservation, useNow());
  if (tracksParking && (reservation.status === 'cancelled' || reservation.status === 'lapsed')) return null;
  if (tracksParking && reservation.status === 'active' && state === 'past') {
    return <Badge tone="danger">{m.timeline_late()}</Badge>;
  }
  return <Badge tone={TIME_TONES[state]}>{formatTimeState(state)}</Badge>;
}
