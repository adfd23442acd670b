import { clsx } from 'clsx';
import { ArrowDownToLine, Link2, MessageCircle, Phone, User } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { formatPhone } from '../../../domain/people/phone.ts';
import type { AdminReservation } from '../../booking/desk/admin-reservation.ts';
import { ChangeActions } from '../../booking/desk/change-actions.tsx';
import { OverstayAction } from '../../booking/desk/overstay-dialog.tsx';
import { type ContactedDriver, useStay } from '../../booking/desk/stay.ts';
import { TicketAction } from '../../booking/desk/ticket-action.tsx';
import { GiveUpButton } from '../../booking/reserve/held-reservations.tsx';
import { paths } from '../../paths.ts';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { QueryProblem } from '../../ui/feedback/query-state.tsx';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { copyText } from '../../ui/platform/copy-text.ts';
import { LockStatus } from '../locks/lock-status.tsx';
import { type LockedSpace, SpaceLocksProvider, useSpaceLocksContext } from '../locks/space-locks-provider.tsx';
import { OperatorChat } from '../people/operator-chat.tsx';

const SMALL = buttonClass('secondary', undefined, 'small');

type ReservationActionsProps = {
  reservation: AdminReservation;
  /** After something of the reservation has changed. */
  onChanged: () => void;
};

/** What a clerk does for the driver of a reservation who phones. */
export function ReservationActions({ reservation, onChanged }: ReservationActionsProps) {
  const contact = useStay(reservation.id);
  const isOpen = reservation.status === 'active';
  // A phone shows the first action, and the rest when it is asked for.
  const [showsAll, setShowsAll] = useState(false);
  return (
    <>
      <ul
        aria-label={m.reservation_actions()}
        className={clsx('flex flex-wrap gap-2', !showsAll && 'max-sm:[&>li:not(:first-child,:last-child)]:hidden')}
      >
        {reservation.status === 'held' ? (
          <>
            <li>
              <Button variant="secondary" size="small" onClick={copyPaymentLink}>
                <Link2 aria-hidden="true" className="size-4" />
                {m.payment_link_copy()}
              </Button>
            </li>
            <li>
              <GiveUpButton reservationId={reservation.id} size="small" onGivenUp={onChanged} />
            </li>
          </>
        ) : null}
        {reservation.isOpen ? (
          <li>
            <Link to={paths.staffStay(reservation.id)} className={SMALL}>
              {m.exit_title()}
            </Link>
          </li>
        ) : null}
        {isOpen ? (
          <ChangeActions acts={['reserve', 'cancel', 'end']} reservation={reservation} onChanged={onChanged} />
        ) : null}
        {contact.data ? (
          <>
            {isOpen ? <BarrierAction reservation={reservation} /> : null}
            {isOpen ? (
              <li>
                <TicketAction reservation={reservation} driver={contact.data.driver} />
              </li>
            ) : null}
            <OverstayAction stay={contact.data} />
            {contact.data.driver ? <DriverActions driver={contact.data.driver} /> : null}
          </>
        ) : null}
        <li className="sm:hidden nth-[-n+2]:hidden">
          <Button variant="quiet" size="small" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {m.reservation_more_actions()}
          </Button>
        </li>
      </ul>
      {contact.isError ? <QueryProblem query={contact} /> : null}
    </>
  );
}

/** Copies the address at which a driver finds what waits for a payment. */
function copyPaymentLink() {
  const link = `${window.location.origin}${paths.reservations}`;
  void copyText(link, m.payment_link_copied(), m.payment_link_not_copied({ link }));
}

/** Opens the barrier of a reservation that is not over; nothing for a space without one. */
export function BarrierAction({ reservation }: { reservation: AdminReservation }) {
  const deviceId = useStay(reservation.id).data?.deviceId ?? null;
  const { parkingSpaceId: id, spaceName, zoneName } = reservation;
  if (deviceId === null || id === null) return null;
  return (
    // On a line of its own, as what the lock says grows and would move the other buttons.
    <li className="w-full">
      <SpaceLocksProvider>
        <OpenBarrierButton space={{ id, name: spaceName ?? '', zoneName, deviceId }} />
      </SpaceLocksProvider>
    </li>
  );
}

function DriverActions({ driver }: { driver: ContactedDriver }) {
  return (
    <>
      {driver.phone === null ? null : (
        <li>
          <a href={`tel:${driver.phone}`} className={SMALL}>
            <Phone aria-hidden="true" className="size-4" />
            {m.reservation_call_driver({ phone: formatPhone(driver.phone) })}
          </a>
        </li>
      )}
      {driver.email !== '' && getInstallation().keepsMessages ? <MessageAction driver={driver} /> : null}
      <li>
        <Link to={paths.adminTab('users', { dialog: `user.${driver.userId}` })} className={SMALL}>
          <User aria-hidden="true" className="size-4" />
          {m.reservation_open_driver()}
        </Link>
      </li>
    </>
  );
}

function OpenBarrierButton({ space }: { space: LockedSpace }) {
  const { commands, command } = useSpaceLocksContext();
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-2">
      <Button
        variant="secondary"
        size="small"
        disabled={commands.get(space.id)?.phase === 'sending'}
        onClick={() => command(space, 'lower')}
      >
        <ArrowDownToLine aria-hidden="true" className="size-4" />
        {m.reservation_open_barrier()}
      </Button>
      <LockStatus space={space} />
    </div>
  );
}

function MessageAction({ driver }: { driver: ContactedDriver }) {
  return (
    <li>
      <DialogButton icon={MessageCircle} label={m.reservation_message_driver()}>
        {(close) => (
          <Modal open size="large" title={driver.fullName ?? driver.email} onClose={close}>
            <OperatorChat user={driver} />
          </Modal>
        )}
      </DialogButton>
    </li>
  );
}
