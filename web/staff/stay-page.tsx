import { LockOpen } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { m } from '#messages';
import { formatTableClock } from '../../domain/language/format.ts';
import { toCents } from '../../domain/money/cents.ts';
import { toPriceCents } from '../../domain/money/money.ts';
import { formatPhone } from '../../domain/people/phone.ts';
import { formatSpaceInZone, nameSpace } from '../../domain/zones/space-names.ts';
import { BarrierButton, useBarrierCommand } from '../booking/current/barrier-button.tsx';
import { formatUserName } from '../booking/desk/admin-reservation.ts';
import { ArrivalButton } from '../booking/desk/arrival-button.tsx';
import { ChangeActions } from '../booking/desk/change-actions.tsx';
import { ReservationFacts } from '../booking/desk/ending-dialog.tsx';
import { OverstayAction } from '../booking/desk/overstay-dialog.tsx';
import { type DeskStay, useStay } from '../booking/desk/stay.ts';
import { TicketAction } from '../booking/desk/ticket-action.tsx';
import { formatReservationTimes } from '../booking/parking-time.ts';
import { StatusDialog } from '../booking/space-status/status-dialog.tsx';
import { isReason, ReasonField } from '../money/correction-fields.tsx';
import { DataAge } from '../ui/feedback/data-age.tsx';
import { DialogButton } from '../ui/feedback/dialog-button.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { SkeletonList } from '../ui/feedback/skeleton.tsx';
import { buttonClass } from '../ui/form/button.tsx';
import { Badge } from '../ui/layout/badge.tsx';
import { Card } from '../ui/layout/card.tsx';
import { useMinute } from '../ui/platform/use-now.ts';
import { ExitDialog } from './exit-dialog.tsx';
import { ReportButton } from './report-button.tsx';
import { ShiftFirst } from './sell-page.tsx';
import { getStayState, TONES } from './today.ts';

/** One reservation, and what the caller's duties allow with it. */
export function StayPage() {
  const { id = '' } = useParams();
  const query = useStay(id);
  return (
    <>
      <DataAge query={query} />
      <QueryState query={query} loading={<SkeletonList label={m.status_loading()} shapes={['h-56', 'h-40']} />}>
        {(stay) => <Stay stay={stay} />}
      </QueryState>
    </>
  );
}

function Stay({ stay }: { stay: DeskStay }) {
  const now = useMinute();
  const state = getStayState(stay, now);
  const { driver, arrivedAt, status } = stay;
  return (
    <>
      <Card className="flex flex-col gap-2 p-5">
        <h2 className="flex flex-wrap items-baseline justify-between gap-x-4 text-4xl font-extrabold">
          {nameSpace(stay.spaceName)}
          <span className="tracking-wide">{stay.vehiclePlate ?? m.today_no_plate()}</span>
          <span className="text-muted w-full text-lg font-normal wrap-anywhere">{stay.zoneName}</span>
        </h2>
        <p className="flex flex-wrap items-center justify-between gap-2 text-lg font-semibold tabular-nums">
          {formatReservationTimes(stay)}
          <Badge tone={TONES[state]}>
            {status === 'held' ? m.reservation_status_held() : m.staff_state({ state })}
          </Badge>
        </p>
        {arrivedAt === null ? null : <p>{m.today_arrived_at({ time: formatTableClock(arrivedAt) })}</p>}
        <ReservationFacts reservation={stay} />
        <p className="font-semibold wrap-anywhere empty:hidden">{stay.userName && formatUserName(stay)}</p>
        {driver?.phone ? (
          <a href={`tel:${driver.phone}`} className={buttonClass('secondary')}>
            {m.reservation_call_driver({ phone: formatPhone(driver.phone) })}
          </a>
        ) : null}
      </Card>
      <Acts stay={stay} now={now} />
    </>
  );
}

function Acts({ stay, now }: { stay: DeskStay; now: Date }) {
  const { id, acts, parkingSpaceId, space } = stay;
  const may = (act: string) => acts.includes(act);
  const isActive = stay.status === 'active';
  const sells = isActive && may('reserve');
  const isHeld = stay.status === 'held';
  const needsShift = (sells || isHeld) && may('take_cash') && !stay.hasShift && !may('cancel');
  const amount = isHeld ? toPriceCents(stay.totalAmount) : (stay.paid ?? toCents(0));
  const names = { plate: stay.vehiclePlate ?? m.today_no_plate(), space: nameSpace(stay.spaceName) };
  const reserved = { ...stay, plate: names.plate, amount, isNew: false, paidUntil: null };
  const place = formatSpaceInZone({ name: names.space, zoneName: stay.zoneName });
  return (
    <ul
      aria-label={m.reservation_actions()}
      className="grid gap-2 sm:grid-cols-2 *:*:w-full *:*:min-h-12 *:*:text-base"
    >
      <li className="empty:hidden">
        {isActive && !stay.isOpen && may('mark_arrival') && (
          <ArrivalButton reservation={stay} now={now} names={names} />
        )}
        {stay.isOpen && may('take_cash') && (
          <DialogButton variant="primary" label={m.exit_pay()}>
            {(close) => <ExitDialog id={id} now={now} onClose={close} />}
          </DialogButton>
        )}
      </li>
      <li className="empty:hidden">{needsShift ? <ShiftFirst /> : null}</li>
      {may('take_cash') && !(isHeld && needsShift) && amount > 0 ? (
        <li>
          <DialogButton variant={isHeld ? 'primary' : 'secondary'} label={isHeld ? m.exit_pay() : m.desk_slip()}>
            {(close) => <ExitDialog id={id} now={now} reserved={reserved} onClose={close} />}
          </DialogButton>
        </li>
      ) : null}
      {isActive ? <ChangeActions reservation={stay} acts={needsShift ? [] : acts} /> : null}
      <li className="empty:hidden">{sells ? <TicketAction reservation={stay} driver={stay.driver} /> : null}</li>
      <OverstayAction stay={stay} />
      {space ? (
        <li>
          <DialogButton label={m.staff_set_status()}>
            {(close) => <StatusDialog spaces={[space]} current={[space]} onSaved={close} onClose={close} />}
          </DialogButton>
        </li>
      ) : null}
      {BARRIER_ACTS.map(([act, action, label]) => (
        <li key={act} className="empty:hidden">
          {isActive && stay.deviceId && may(act) ? (
            <DialogButton label={label} title={place}>
              {() => <BarrierForm id={id} action={action} label={label} />}
            </DialogButton>
          ) : null}
        </li>
      ))}
      <li className="empty:hidden">
        {parkingSpaceId && may('report_space') ? <ReportButton spaceId={parkingSpaceId} place={place} /> : null}
      </li>
    </ul>
  );
}

const BARRIER_ACTS = [
  ['lower_barrier', 'open', m.reservation_open_barrier()],
  ['raise_barrier', 'close', m.barrier_raise()],
] as const;

/** Moves the barrier; raising it, where a car may stand, needs a reason. */
function BarrierForm({ id, action, label }: { id: string; action: 'open' | 'close'; label: string }) {
  const [reason, setReason] = useState('');
  const command = useBarrierCommand(id, action, reason.trim());
  const isRaised = action === 'close';
  const [movingText, movedText] = isRaised
    ? [m.barrier_closing(), m.staff_barrier_up()]
    : [m.barrier_opening(), m.staff_barrier_down()];
  return (
    <div className="flex flex-col gap-4">
      {isRaised ? <ReasonField label={m.money_reason()} value={reason} onChange={setReason} /> : null}
      <BarrierButton
        command={command}
        icon={LockOpen}
        variant="primary"
        label={label}
        movingText={movingText}
        movedText={command.movedAt && movedText}
        isDisabled={isRaised && !isReason(reason)}
      />
    </div>
  );
}
