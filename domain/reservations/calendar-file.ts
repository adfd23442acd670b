import { createEvent } from 'ics';
import { m } from '#messages';
import type { Period } from '../days/period.ts';
import type { Language } from '../language/languages.ts';

export const CALENDAR_TYPE = 'text/calendar';

const START_ALARM = { minutes: 30, before: true };
const END_ALARM_MS = 15 * 60_000;

/** Control characters would end a line of the file. */
const CONTROL_CHARACTERS = /\p{Cc}+/gu;

type CalendarReservation = Period & {
  reservationId: string;
  place: string;
  address: string;
  /** Grows with each change: calendars keep the entry with the highest one. */
  sequence: number;
  link: string;
  isCancelled?: boolean;
  /** Who sends the entry and who receives it, where it comes by mail. */
  invitation?: { organizer: { name: string; email: string }; attendee: string } | undefined;
};

/**
 * How a calendar takes an entry (RFC 5546). Google's keeps a published one when it is cancelled, so that what comes by mail is an
 * invitation, which the driver has accepted by reserving.
 */
export function getCalendarMethod({
  isCancelled,
  invitation,
}: Pick<CalendarReservation, 'isCancelled' | 'invitation'>) {
  if (isCancelled) return 'CANCEL';
  return invitation ? 'REQUEST' : 'PUBLISH';
}

/**
 * A calendar file (RFC 5545) with one entry, which stays the same one through all changes of the reservation.
 * @param language by default that of the page
 */
export function createCalendarFile(reservation: CalendarReservation, language?: Language): string {
  const options = language === undefined ? {} : { locale: language };
  const { isCancelled = false, startsAt, endsAt, invitation } = reservation;
  const text = (value: string) => value.replace(CONTROL_CHARACTERS, ' ').trim();
  const alarms = [
    { action: 'display' as const, description: m.calendar_alarm_start({}, options), trigger: START_ALARM },
    {
      action: 'display' as const,
      description: m.calendar_alarm_end({}, options),
      trigger: endsAt.getTime() - END_ALARM_MS,
    },
  ];
  const { value, error } = createEvent({
    uid: `${reservation.reservationId}@parqueo`,
    sequence: reservation.sequence,
    method: getCalendarMethod(reservation),
    status: isCancelled ? 'CANCELLED' : 'CONFIRMED',
    productId: 'parqueo',
    title: text(m.calendar_title({ place: reservation.place }, options)),
    ...(text(reservation.address) === '' ? {} : { location: text(reservation.address) }),
    url: reservation.link,
    start: startsAt.getTime(),
    startInputType: 'utc',
    startOutputType: 'utc',
    end: endsAt.getTime(),
    endInputType: 'utc',
    endOutputType: 'utc',
    ...(invitation
      ? {
          organizer: invitation.organizer,
          attendees: [
            { name: invitation.attendee, email: invitation.attendee, rsvp: false, partstat: 'ACCEPTED' as const },
          ],
        }
      : {}),
    ...(isCancelled ? {} : { alarms }),
  });
  if (value === null) throw new Error('The calendar file cannot be written', { cause: error });
  return value;
}

const SECOND_MS = 1000;

/** The number of a change, which the backend counts too: the seconds from when the reservation was made. */
export function getCalendarSequence(createdAt: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - createdAt.getTime()) / SECOND_MS));
}
