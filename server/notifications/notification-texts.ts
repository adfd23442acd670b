import { m } from '#messages';
import { COUNTRY, toRules } from '../../domain/language/format.ts';
import type { Language } from '../../domain/language/languages.ts';
import { type Cents, toCents } from '../../domain/money/cents.ts';
import { formatInCurrency } from '../../domain/money/money.ts';
import { isRefund } from '../../domain/money/receipt.ts';
import {
  type Claimed,
  isAboutMoney,
  type MoneyNotification,
  type NotificationKind,
  type Reservation,
} from './notification-rows.ts';

/** `endHour` and `nextHour` are the hours that the texts of `end` and `next` name. */
type Inputs = { app: string; end: string; endHour: number; next: string; nextHour: number };

type Message = (inputs: Inputs, options: { locale: Language }) => string;

/** `isUrgent`: a device shows the text at once, and not only where and when the reservation is. */
type Texts = { title: Message; text: Message; button: Message; path: string; isUrgent?: true };

const TO_RESERVATIONS = { button: m.notice_show_reservations, path: '/reservations' };
const TO_CURRENT_RESERVATION = { button: m.notice_show_reservation, path: '/parking-status' };

/** What each kind says, and the screen that it leads to. */
const TEXTS: Record<Exclude<NotificationKind, MoneyNotification['kind']>, Texts> = {
  confirmed: { title: m.notice_confirmed_title, text: m.notice_confirmed_text, ...TO_RESERVATIONS },
  payment_wanted: {
    title: m.notice_payment_wanted_title,
    text: m.notice_payment_wanted_text,
    button: m.held_reservation_pay,
    path: '/reservations',
    isUrgent: true,
  },
  changed: { title: m.notice_changed_title, text: m.notice_changed_text, ...TO_RESERVATIONS },
  cancelled: { title: m.notice_cancelled_title, text: m.notice_cancelled_text, ...TO_RESERVATIONS },
  starts_soon: { title: m.notice_starts_soon_title, text: m.notice_starts_soon_text, ...TO_RESERVATIONS },
  ends_soon: { title: m.notice_ends_soon_title, text: m.notice_ends_soon_text, ...TO_CURRENT_RESERVATION },
  operator_reply: {
    title: m.notice_operator_reply_title,
    text: m.notice_operator_reply_text,
    button: m.notice_show_messages,
    path: '/messages',
  },
  space_out_of_service: {
    title: m.notice_space_out_of_service_title,
    text: m.notice_space_out_of_service_text,
    ...TO_RESERVATIONS,
  },
  reservation_over: {
    title: m.notice_reservation_over_title,
    text: m.notice_reservation_over_text,
    ...TO_CURRENT_RESERVATION,
    isUrgent: true,
  },
  space_still_used: {
    title: m.notice_space_still_used_title,
    text: m.notice_space_still_used_text,
    ...TO_RESERVATIONS,
    isUrgent: true,
  },
  receipt: {
    title: m.notice_receipt_title,
    text: m.notice_receipt_text,
    button: m.notice_show_receipt,
    path: '/receipt',
  },
};

/** The texts of a receipt for money that was given back. */
const REFUND = { title: m.notice_refund_title, text: m.notice_receipt_refund_text };

const CLOCK: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', hour12: true, ...COUNTRY };
const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' };

const toPlainSpaces = (text: string) => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ');

/** Such as 'Sun, Nov 22, 2026, 3:05 – 6:05 PM', in the time of the zones. */
function formatReservation({ start_time, end_time }: Reservation, language: Language): string {
  const format = new Intl.DateTimeFormat(toRules(language), { ...DAY, ...CLOCK });
  return toPlainSpaces(format.formatRange(start_time, end_time));
}

/** Such as '3:05 PM', in the time of the zones, and the hour that it names. */
function formatClock(time: Date, language: Language): { text: string; hour: number } {
  const format = new Intl.DateTimeFormat(toRules(language), CLOCK);
  const hour = format.formatToParts(time).find(({ type }) => type === 'hour')?.value;
  return { text: toPlainSpaces(format.format(time)), hour: Number(hour) };
}

function createInputs(reservation: Reservation | null, { language, app }: { language: Language; app: string }): Inputs {
  const end = reservation && formatClock(reservation.end_time, language);
  const next = reservation?.next_start ? formatClock(reservation.next_start, language) : null;
  return {
    app,
    end: end?.text ?? '',
    endHour: end?.hour ?? 0,
    next: next?.text ?? '',
    nextHour: next?.hour ?? 0,
  };
}

type ReservationNotification = Exclude<Claimed, MoneyNotification>;

function chooseTexts(notification: ReservationNotification): Texts {
  if (notification.kind === 'changed' && notification.content.reason) return { ...TEXTS.changed, ...MOVED };
  if (notification.kind !== 'receipt') return TEXTS[notification.kind];
  const { receipt } = notification.content;
  return { ...TEXTS.receipt, ...(isRefund(receipt) ? REFUND : {}), path: `/receipt/${receipt.id}` };
}

/** The texts for a reservation whose space went out of service. */
const MOVED = { title: m.notice_moved_title, text: m.notice_moved_text };

/** The text of a kind; some causes have a text of their own. */
function chooseText(kind: NotificationKind, { text }: Texts, reservation: Reservation | null): Message {
  if (kind === 'cancelled' && reservation?.reason) return m.notice_outage_text;
  if (kind === 'confirmed' && reservation?.by_driver === false) return m.notice_confirmed_by_operator_text;
  if (kind === 'cancelled' && reservation?.by_driver === false) return m.notice_cancelled_by_operator_text;
  if (kind === 'reservation_over' && reservation?.next_start) return m.notice_reservation_over_until_next_text;
  return text;
}

function formatPlace({ space_name, zone_name }: Reservation, locale: Language): string {
  const space = space_name || m.notice_space_unnamed({}, { locale });
  return zone_name ? m.notice_place({ space, zone: zone_name }, { locale }) : space;
}

export type NotificationTexts = {
  title: string;
  text: string;
  /** What a device shows below the title. */
  pushText: string;
  button: string;
  path: string;
  /** Null when the notification is not about a reservation. */
  reservation: { place: string; address: string; time: string } | null;
};

const describeReservation = (reservation: Reservation, language: Language) => ({
  place: formatPlace(reservation, language),
  address: reservation.address ?? '',
  time: formatReservation(reservation, language),
});

/** What a notification says in a language. */
export function describeNotification(
  notification: Claimed,
  { language, app }: { language: Language; app: string },
): NotificationTexts {
  if (isAboutMoney(notification)) {
    const { reservation } = notification.content;
    const texts = describeMoney(notification, language);
    return { ...texts, pushText: texts.text, reservation: reservation && describeReservation(reservation, language) };
  }
  const { kind } = notification;
  const texts = chooseTexts(notification);
  const { title, button, path, isUrgent = false } = texts;
  const content = notification.kind === 'operator_reply' ? null : notification.content;
  const [inputs, options] = [createInputs(content, { language, app }), { locale: language }];
  const text = chooseText(kind, texts, content)(inputs, options);
  const reservation = content && describeReservation(content, language);
  return {
    title: title(inputs, options),
    text,
    pushText: reservation === null ? text : `${reservation.place}\n${isUrgent ? text : reservation.time}`,
    button: button(inputs, options),
    path,
    reservation,
  };
}

type MoneyTexts = { title: string; text: string; button: string; path: string };

type Refund = Extract<MoneyNotification, { kind: 'refund' }>['content'];

function describeRefund({ event, amount, sent_on: sentOn, currency }: Refund, locale: Language): string {
  const options = { locale };
  const format = (part: Cents) => formatInCurrency(part, currency, locale);
  if (event === 'arrived') return m.notice_refund_arrived_text({ amount: format(amount) }, options);
  if (event === 'returned') return m.notice_refund_returned_text({ amount: format(amount) }, options);
  if (sentOn === 0) return m.notice_refund_given_text({ amount: format(amount) }, options);
  if (sentOn === amount) return m.notice_refund_sent_text({ amount: format(amount) }, options);
  const kept = toCents(amount - sentOn);
  return m.notice_refund_parts_text({ sent: format(sentOn), kept: format(kept) }, options);
}

/** What a driver is told of money that came too late or was given back, an administrator of money that was taken back. */
function describeMoney({ kind, content }: MoneyNotification, locale: Language): MoneyTexts {
  const options = { locale };
  if (kind === 'refund') {
    const isReturned = content.event === 'returned';
    return {
      title: isReturned ? m.notice_refund_returned_title({}, options) : m.notice_refund_title({}, options),
      text: describeRefund(content, locale),
      button: m.payment_see_wallet({}, options),
      path: '/wallet',
    };
  }
  const amount = formatInCurrency(content.amount, content.currency, locale);
  if (kind === 'taken_back') {
    const { event, order } = content;
    return {
      title: m.notice_taken_back_title({}, options),
      text:
        event === 'dispute'
          ? m.notice_taken_back_dispute({ amount, order }, options)
          : m.notice_taken_back_refund({ amount, order }, options),
      button: m.notice_taken_back_button({}, options),
      path: `/admin?tab=overview&view=differences&kind=${event}`,
    };
  }
  return {
    title: m.notice_payment_late_title({}, options),
    text: content.goes_back
      ? m.payment_going_back_text({ amount }, options)
      : m.payment_in_wallet_extension({ amount }, options),
    button: m.notice_show_payment({}, options),
    path: `/payment/${content.payment_id}`,
  };
}
