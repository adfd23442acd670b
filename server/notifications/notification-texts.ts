import { m } from '#messages';
import type { Period } from '../../domain/days/period.ts';
import { COUNTRY, toRules } from '../../domain/language/format.ts';
import type { Language } from '../../domain/language/languages.ts';
import { type Cents, toCents } from '../../domain/money/cents.ts';
import { formatInCurrency } from '../../domain/money/money.ts';
import { isRefund } from '../../domain/money/receipt.ts';
import {
  type Claimed,
  type GivenBack,
  isAboutMoney,
  isForStaff,
  type MoneyNotification,
  type NotificationKind,
  type Reservation,
  type StaffNotification,
} from './notification-rows.ts';

/** The button of a notification, and the screen that it leads to. */
type Target = { button: (values: object, options: { locale: Language }) => string; path: string };

const TO_RESERVATIONS: Target = { button: m.notice_show_reservations, path: '/reservations' };
const TO_THIS_RESERVATION: Target = { button: m.notice_show_this_reservation, path: '/reservations?reservation=' };
const TO_CURRENT_RESERVATION: Target = { button: m.notice_show_reservation, path: '/parking-status' };

/** Where kinds lead that do not lead to the reservations. */
const TARGETS: Partial<Record<NotificationKind, Target>> = {
  payment_wanted: { button: m.held_reservation_pay, path: '/reservations' },
  extension_wanted: { button: m.extend_reservation, path: '/parking-status' },
  ends_soon: TO_CURRENT_RESERVATION,
  reservation_over: TO_CURRENT_RESERVATION,
  confirmed: TO_THIS_RESERVATION,
  changed: TO_THIS_RESERVATION,
  operator_reply: { button: m.notice_show_messages, path: '/messages' },
  receipt: { button: m.notice_show_receipt, path: '/receipt' },
};

/** A device shows the text of these kinds at once, and not only where and when the reservation is. */
const URGENT = new Set<NotificationKind>([
  'payment_wanted',
  'extension_wanted',
  'reservation_over',
  'space_still_used',
]);

const CLOCK: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', hour12: true, ...COUNTRY };
const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' };

const toPlainSpaces = (text: string) => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ');

/** Such as 'Sun, Nov 22, 2026, 3:05 – 6:05 PM', in the time of the zones. */
function formatReservation({ startsAt, endsAt }: Period, language: Language): string {
  const format = new Intl.DateTimeFormat(toRules(language), { ...DAY, ...CLOCK });
  return toPlainSpaces(format.formatRange(startsAt, endsAt));
}

/** Such as '3:05 PM', in the time of the zones, and the hour that it names. */
function formatClock(time: Date, language: Language): { text: string; hour: number } {
  const format = new Intl.DateTimeFormat(toRules(language), CLOCK);
  const hour = format.formatToParts(time).find(({ type }) => type === 'hour')?.value;
  return { text: toPlainSpaces(format.format(time)), hour: Number(hour) };
}

/** `endHour` and `nextHour` are the hours that the texts of `end` and `next` name. */
function createInputs(reservation: Reservation | null, { language, app }: { language: Language; app: string }) {
  const end = reservation && formatClock(reservation.endsAt, language);
  const next = reservation?.next_start ? formatClock(reservation.next_start, language) : null;
  return {
    app,
    end: end?.text ?? '',
    endHour: end?.hour ?? 0,
    next: next?.text ?? '',
    nextHour: next?.hour ?? 0,
  };
}

/** The kind whose title and text are said: a moved reservation and a receipt for money given back have their own. */
function chooseTexts(notification: Exclude<Claimed, MoneyNotification | StaffNotification>): string {
  if (notification.kind === 'changed') {
    const { reason, before, startsAt, endsAt, space_name, zone_name } = notification.content;
    if (reason) return 'moved';
    const isSamePlace = before?.space_name === space_name && before.zone_name === zone_name;
    const isLonger = before?.startsAt.getTime() === startsAt.getTime() && before.endsAt < endsAt;
    return isSamePlace && isLonger ? 'extended' : 'changed';
  }
  return notification.kind === 'receipt' && isRefund(notification.content.receipt) ? 'refund' : notification.kind;
}

/** Some causes have a text of their own. */
function chooseText(kind: string, reservation: Reservation | null): string {
  if (kind === 'cancelled' && reservation?.reason) return 'outage';
  const isByOperator = reservation?.by_driver === false && (kind === 'confirmed' || kind === 'cancelled');
  if (isByOperator) return `${kind}_by_operator`;
  return kind === 'reservation_over' && reservation?.next_start ? 'reservation_over_until_next' : kind;
}

type Place = Pick<Reservation, 'space_name' | 'zone_name'>;

function formatPlace({ space_name, zone_name }: Place, locale: Language): string {
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
  reservation: { place: string; address: string; time: string; before: string | null } | null;
};

/** `before` is what of time and place a change has changed. */
function describeReservation(reservation: Reservation, language: Language) {
  const describe = (one: Period & Place) => ({
    place: formatPlace(one, language),
    time: formatReservation(one, language),
  });
  const now = describe(reservation);
  const before = reservation.before && describe(reservation.before);
  const changed = before && [before.time !== now.time && before.time, before.place !== now.place && before.place];
  return { ...now, address: reservation.address ?? '', before: changed?.filter(Boolean).join(', ') || null };
}

/** The title is that of the notification's kind, unless it names another one. */
type OwnTexts = Pick<NotificationTexts, 'text' | 'button' | 'path'> & { titleKind?: string };

/** What administrators are told of each other or of the server, and who is invited. */
function describeForStaff({ kind, content }: StaffNotification, locale: Language): OwnTexts {
  const options = { locale };
  if (kind === 'certificate') {
    const { certificate, expiry } = content;
    return {
      text: m.notice_certificate_text({ certificate, time: formatMoment(expiry, locale) }, options),
      button: m.notice_certificate_button({}, options),
      path: '/admin?tab=overview',
    };
  }
  if (kind === 'staff_invitation') {
    const duty = m.duty({ duty: content.duty }, options);
    const zone = content.zone_name ?? m.staff_all_zones({}, options);
    return {
      text: m.notice_invitation_text({ by: content.by, duty, zone }, options),
      button: m.notice_invitation_button({}, options),
      path: `/staff/invitation#${content.token}`,
    };
  }
  if (kind === 'correction') {
    const { event, by, reason } = content;
    const person = content.person ?? m.correction_for_prices({}, options);
    const amount = formatInCurrency(content.amount, content.currency, locale);
    return {
      text: m.notice_correction_text({ event, amount, person, reason, by: by ?? '' }, options),
      button: m.notice_certificate_button({}, options),
      path: '/admin?tab=overview',
    };
  }
  if (kind === 'people') {
    return {
      text: m.notice_people_text({ month: content.month }, options),
      button: m.notice_people_button({}, options),
      path: `/admin/month?month=${content.month}`,
    };
  }
  return {
    text: m.notice_administrator_text({ event: content.event, person: content.person }, options),
    button: m.notice_administrator_button({}, options),
    path: '/admin?tab=users&role=admin',
  };
}

/** What a notification says in a language. */
export function describeNotification(
  notification: Claimed,
  { language, app }: { language: Language; app: string },
): NotificationTexts {
  if (isAboutMoney(notification) || isForStaff(notification)) {
    const isMoney = isAboutMoney(notification);
    const { titleKind = notification.kind, ...texts } = isMoney
      ? describeMoney(notification, language)
      : describeForStaff(notification, language);
    const title = m.notice_title({ kind: titleKind }, { locale: language });
    const reservation = isMoney ? notification.content.reservation : null;
    return {
      ...texts,
      title,
      pushText: texts.text,
      reservation: reservation && describeReservation(reservation, language),
    };
  }
  const { kind } = notification;
  const { button, path } = TARGETS[kind] ?? TO_RESERVATIONS;
  const content = notification.kind === 'operator_reply' ? null : notification.content;
  const texts = chooseTexts(notification);
  const options = { locale: language };
  const said = m.notice_text(
    { kind: chooseText(texts, content), ...createInputs(content, { language, app }) },
    options,
  );
  const refund = notification.kind === 'cancelled' ? notification.content.refund : undefined;
  const grace = content?.grace_ends && formatClock(content.grace_ends, language);
  const more = grace
    ? m.notice_overstay_warning({ time: grace.text, hour: grace.hour }, options)
    : refund && describeRefund(refund, language);
  const text = more ? `${said} ${more}` : said;
  const reservation = content && describeReservation(content, language);
  return {
    title: m.notice_title({ kind: texts }, options),
    text,
    pushText:
      reservation === null ? text : `${reservation.place}\n${URGENT.has(kind) || grace ? text : reservation.time}`,
    button: (content?.is_extendable ? m.extend_reservation : button)({}, options),
    path:
      notification.kind === 'receipt'
        ? `${path}/${notification.content.receipt.id}`
        : path.replace(/=$/, `=${notification.reservation_id}`),
    reservation,
  };
}

/** Such as 'Sun, Nov 22, 2026, 3:05 PM', in the time of the zones. */
export const formatMoment = (time: Date, language: Language): string =>
  toPlainSpaces(new Intl.DateTimeFormat(toRules(language), { ...DAY, ...CLOCK }).format(time));

function describeRefund({ event, amount, sent_on: sentOn, currency }: GivenBack, locale: Language): string {
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
function describeMoney({ kind, content }: MoneyNotification, locale: Language): OwnTexts {
  const options = { locale };
  if (kind === 'refund') {
    return {
      titleKind: content.event === 'returned' ? 'refund_returned' : kind,
      text: describeRefund(content, locale),
      button: m.payment_see_wallet({}, options),
      path: '/wallet',
    };
  }
  const amount = formatInCurrency(content.amount, content.currency, locale);
  if (kind === 'overstay') {
    const { event: state } = content;
    const [button, path] =
      state === 'owed' ? [m.notice_overstay_pay, '/wallet'] : [m.notice_show_reservations, '/reservations?tab=past'];
    return { text: m.notice_overstay_text({ state, amount }, options), button: button({}, options), path };
  }
  if (kind === 'taken_back') {
    const { event, order } = content;
    const say = event === 'dispute' ? m.notice_taken_back_dispute : m.notice_taken_back_refund;
    return {
      text: say({ amount, order }, options),
      button: m.notice_taken_back_button({}, options),
      path: `/admin?tab=overview&view=differences&kind=${event}`,
    };
  }
  const kept = content.is_change ? m.payment_in_wallet_change : m.payment_in_wallet_extension;
  const say = content.goes_back ? m.payment_going_back_text : kept;
  return {
    text: say({ amount }, options),
    button: m.notice_show_payment({}, options),
    path: `/payment/${content.payment_id}`,
  };
}
