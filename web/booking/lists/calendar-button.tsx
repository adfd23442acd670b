import { CalendarPlus } from 'lucide-react';
import { toast } from 'sonner';
import { m } from '#messages';
import { formatPlace, type Reservation } from '../../../domain/reservations/reservation.ts';
import { Button } from '../../ui/form/button.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { saveFile } from '../../ui/platform/save-file.ts';

type CalendarButtonProps = {
  reservation: Reservation;
  'aria-describedby'?: string;
  /** Shows an icon only, where there is no room for words. */
  isCompact?: boolean;
};

/** Saves the calendar file that the mail about the reservation has, so that either of them updates the other's entry. */
export function CalendarButton({ reservation, isCompact = false, ...rest }: CalendarButtonProps) {
  const add = () => {
    saveCalendarFile(reservation).catch((error: unknown) => {
      logWarning('The calendar file was not made', error);
      toast.error(m.calendar_failed());
    });
  };
  if (isCompact) {
    return (
      <IconButton
        icon={CalendarPlus}
        label={m.calendar_add()}
        onClick={add}
        className="size-12! rounded-control! border border-field-line"
        {...rest}
      />
    );
  }
  return (
    <Button variant="secondary" className="grow px-2!" onClick={add} {...rest}>
      <CalendarPlus aria-hidden="true" className="size-4.5" />
      {m.calendar_add()}
    </Button>
  );
}

async function saveCalendarFile(reservation: Reservation): Promise<void> {
  const { CALENDAR_TYPE, createCalendarFile, getCalendarSequence } = await import(
    '../../../domain/reservations/calendar-file.ts'
  );
  const file = createCalendarFile({
    reservationId: reservation.id,
    place: formatPlace(reservation),
    address: reservation.address,
    startsAt: reservation.startsAt,
    endsAt: reservation.endsAt,
    sequence: getCalendarSequence(reservation.createdAt, getNow()),
    link: `${window.location.origin}/reservations`,
  });
  saveFile(`parqueo-${m.calendar_file_name()}.ics`, [file], CALENDAR_TYPE);
}
