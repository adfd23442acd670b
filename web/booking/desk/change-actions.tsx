import { CircleCheckBig, CircleX, ClockPlus, type LucideIcon, MoveRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import type { AdminReservation } from './admin-reservation.ts';
import { ChangeEndDialog } from './change-end-dialog.tsx';
import { isMovable } from './desk-changes.ts';
import { EndingDialog } from './ending-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

type ChangeActionsProps = { reservation: AdminReservation; acts: readonly string[]; onChanged?: () => void };

/** The changes of an active reservation that these acts allow, as items of a list; an open stay ends at the exit alone. */
export function ChangeActions({ reservation, acts, onChanged }: ChangeActionsProps) {
  if (reservation.isOpen) return null;
  const hasBegun = reservation.startsAt.getTime() <= getNow().getTime();
  const endAct = acts.includes('end') || reservation.endsAt > getNow() ? 'end' : 'mark_arrival';
  const item = (
    act: string,
    icon: LucideIcon,
    label: string,
    dialog: (close: () => void, settle: () => void) => ReactNode,
  ) =>
    acts.includes(act) ? (
      <li className={icon === CircleX ? 'order-last' : undefined}>
        <DialogButton icon={icon} label={label} variant={icon === CircleX ? 'danger' : 'secondary'}>
          {(close) => dialog(close, onChanged ?? close)}
        </DialogButton>
      </li>
    ) : null;
  const end = (status: 'completed' | 'cancelled') => (close: () => void, settle: () => void) => (
    <EndingDialog ending={{ reservation, status }} onClose={close} onEnded={settle} />
  );
  return (
    <>
      {item('reserve', ClockPlus, hasBegun ? m.reservation_extend() : m.change_end_title(), (close, settle) => (
        <ChangeEndDialog reservation={reservation} onClose={close} onChanged={settle} />
      ))}
      {isMovable(reservation, getNow())
        ? item('cancel', MoveRight, m.move_open(), (close, settle) => (
            <MoveDialog reservation={reservation} onClose={close} onSettled={settle} />
          ))
        : null}
      {hasBegun ? item(endAct, CircleCheckBig, m.reservation_end_now(), end('completed')) : null}
      {item('cancel', CircleX, m.reservation_cancel(), end('cancelled'))}
    </>
  );
}
