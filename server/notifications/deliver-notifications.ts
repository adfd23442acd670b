import type { Logger } from 'pino';
import { baseLocale } from '#language';
import { m } from '#messages';
import { isLanguage, type Language } from '../../domain/language/languages.ts';
import { formatInCurrency } from '../../domain/money/money.ts';
import { formatReceiptNumber, type Receipt } from '../../domain/money/receipt.ts';
import { describeMethods, describeReceipt, listFiscalLines } from '../../domain/money/receipt-lines.ts';
import { createCalendarFile, getCalendarMethod } from '../../domain/reservations/calendar-file.ts';
import { nameActor } from '../../domain/staff/duties.ts';
import { workOnQueue } from '../../supabase/functions/shared/work-on-queue.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import type { Config } from '../config/config.ts';
import type { ReadSettings } from '../config/read-settings.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { isRecipientRejected, toErrorCode } from '../mail/mailer.ts';
import { renderMail } from '../mail/render-mail.ts';
import { findAddress, findSender } from '../mail/sender.ts';
import {
  type Claimed,
  claimNotifications,
  finishNotification,
  isAboutMoney,
  isForStaff,
  type MailNotification,
  type Reservation,
  type StaffNotification,
} from './notification-rows.ts';
import { describeNotification, formatMoment, type NotificationTexts } from './notification-texts.ts';
import { getPublicPushKey, PushError, type PushSender } from './push-sender.ts';

/** Kinds that put an entry into a calendar, update it or take it out. */
const WITH_CALENDAR = new Set(['confirmed', 'changed', 'cancelled']);

/** Control characters have no place in a subject. */
const toOneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ');

type Dependencies = {
  sql: Sql;
  mailer: Mailer;
  /** Absent without a key for push services. */
  push?: PushSender | undefined;
  readSettings: ReadSettings;
  config: Pick<Config, 'publicUrl' | 'mailFrom'>;
  log: Logger;
  metrics?: Pick<Metrics, 'countNotification'> | undefined;
};

function toFailure(error: unknown) {
  if (error instanceof PushError) return { isRejected: error.isGone, code: error.code };
  return { isRejected: isRecipientRejected(error), code: toErrorCode(error) };
}

/**
 * Delivers what the database has written down for drivers. Any of the servers may: each row is claimed by one of them, and
 * sent twice only when that one crashes between sending and saying so.
 */
export function createNotifier({ sql, mailer, push, readSettings, config, log, metrics }: Dependencies) {
  const send = async (notification: Claimed) => {
    const { publicUrl } = config;
    const settings = await readSettings();
    const app = settings.appName;
    const language = isLanguage(notification.language) ? notification.language : baseLocale;
    if (notification.channel === 'mail') {
      const organizer = findAddress(findSender(config.mailFrom, settings));
      await mailer.send(await createNotificationMail(notification, { language, app, publicUrl, organizer }));
      return;
    }
    if (push === undefined) throw Object.assign(new Error('There is no PUSH_KEY'), { code: 'no_push_key' });
    const { title, pushText, path } = describeNotification(notification, { language, app });
    await push.send(notification, { id: notification.id, title, body: pushText, path }, notification.expires_at);
  };

  return {
    /** Delivers everything that is due. @param signal ends it; what is claimed is still delivered */
    deliverDue: (signal?: AbortSignal) =>
      workOnQueue({
        claim: (most) => claimNotifications(sql, most),
        async handle({ id, notification }) {
          // A kind that a newer server wrote is left to it.
          if (notification === null) return finishNotification(sql, id, 'failed', 'unknown_kind');
          await send(notification);
          metrics?.countNotification(notification.channel, 'sent');
          await finishNotification(sql, id, 'sent');
        },
        async fail({ id, channel }, error) {
          const { isRejected, code } = toFailure(error);
          const outcome = isRejected ? 'rejected' : 'failed';
          log.warn({ notification: id, channel, code, outcome }, 'a notification could not be delivered');
          metrics?.countNotification(channel, outcome);
          await finishNotification(sql, id, outcome, code);
        },
        signal,
      }),
  };
}

type Context = { language: Language; app: string; publicUrl: string; organizer: string };

function attachCalendar(
  notification: MailNotification,
  reservation: NotificationTexts['reservation'],
  { language, app, publicUrl, organizer }: Context,
): Pick<Mail, 'calendar'> {
  const { kind, reservation_id: reservationId } = notification;
  if (notification.kind === 'operator_reply' || isForStaff(notification)) return {};
  if (isAboutMoney(notification) || !WITH_CALENDAR.has(kind)) return {};
  if (reservation === null || reservationId === null) return {};
  const { startsAt, endsAt, sequence } = notification.content;
  const isCancelled = kind === 'cancelled';
  const invitation =
    organizer === '' ? undefined : { organizer: { name: app, email: organizer }, attendee: notification.email };
  const file = createCalendarFile(
    {
      reservationId,
      place: reservation.place,
      address: reservation.address,
      startsAt,
      endsAt,
      sequence,
      link: `${publicUrl}/reservations?reservation=${reservationId}`,
      isCancelled,
      invitation,
    },
    language,
  );
  return { calendar: { method: getCalendarMethod({ isCancelled, invitation }), file } };
}

type Options = { locale: Language };

function describeReservation(
  { place, address, time, before }: NonNullable<NotificationTexts['reservation']>,
  options: Options,
) {
  return [
    { name: m.notice_mail_space({}, options), value: place },
    ...(address === '' ? [] : [{ name: m.notice_mail_address({}, options), value: address }]),
    { name: m.notice_mail_time({}, options), value: m.notice_mail_time_in_country({ time }, options) },
    ...(before === null ? [] : [{ name: m.notice_mail_before({}, options), value: before }]),
  ];
}

type Told = { reservation_id: string | null; content: Reservation };

/** What a driver checks in the mail of a new or changed reservation: the vehicle, the price and how it was paid. */
function describeTerms({ content: { plate, price, currency, paid_by: paidBy = [] } }: Told, { locale }: Options) {
  return [
    ...(plate ? [{ name: m.vehicle_plate({}, { locale }), value: plate }] : []),
    ...(price && currency
      ? [
          { name: m.notice_mail_price({}, { locale }), value: formatInCurrency(price, currency, locale) },
          ...describeMethods({ paidBy, currency, amount: price }, locale),
        ]
      : []),
  ];
}

/** Its ticket, and the way to it. */
function linkReservation(
  { reservation_id: id, content: { latitude, longitude } }: Told,
  { language, publicUrl }: Context,
) {
  const ticket = { label: m.ticket_title({}, { locale: language }), link: `${publicUrl}/reservations?ticket=${id}` };
  if (latitude == null || longitude == null) return [ticket];
  const place = new URLSearchParams({ ll: `${latitude},${longitude}`, navigate: 'yes' });
  return [ticket, { label: 'Waze', link: `https://www.waze.com/ul?${place}` }];
}

/** The mail of a receipt holds all of it. */
function describeWholeReceipt(receipt: Receipt, options: Options) {
  const { title, operator, reservation, money, fiscal, note } = describeReceipt(receipt, options.locale);
  const documents = fiscal.flatMap((document) => listFiscalLines(document, options.locale));
  return {
    title,
    place: receipt.legalName,
    details: [
      { name: m.receipt_screen_title({}, options), value: formatReceiptNumber(receipt.number) },
      ...operator,
      ...reservation,
      ...money,
      ...documents,
    ],
    closing: [...fiscal.flatMap(({ legend, stamp }) => [legend, stamp]), note].filter(Boolean).join('\n'),
  };
}

/** The mail about an administrator says who did it and when. */
function describeForStaff(notification: StaffNotification, { language, publicUrl }: Context, options: Options) {
  if (notification.kind === 'correction') {
    return { place: undefined, details: [], closing: m.notice_administrator_closing({}, options) };
  }
  if (notification.kind === 'people') {
    const { people, currency } = notification.content;
    return {
      place: notification.content.month,
      details: people.map(({ actor, given, entries }) => ({
        name: nameActor(actor, options),
        value: m.notice_people_line({ amount: formatInCurrency(given, currency, language), entries }, options),
      })),
      closing: m.notice_mail_closing({ link: `${publicUrl}/settings` }, options),
    };
  }
  if (notification.kind !== 'administrator') {
    const isInvitation = notification.kind === 'staff_invitation';
    const closing = isInvitation ? m.notice_invitation_closing({}, options) : m.notice_certificate_closing({}, options);
    return { place: undefined, details: [], closing };
  }
  const { person, by, at } = notification.content;
  return {
    place: person,
    details: [
      { name: m.notice_administrator_by({}, options), value: by ?? m.notice_administrator_by_operator({}, options) },
      {
        name: m.notice_mail_time({}, options),
        value: m.notice_mail_time_in_country({ time: formatMoment(at, language) }, options),
      },
    ],
    closing: m.notice_administrator_closing({}, options),
  };
}

/** The mail of a notification, with a calendar file where it is about when the reservation is. */
async function createNotificationMail(notification: MailNotification, context: Context): Promise<Mail> {
  const { language, app, publicUrl } = context;
  const options = { locale: language };
  const texts = describeNotification(notification, { language, app });
  const { reservation } = texts;
  const told: Told | null = notification.kind === 'confirmed' || notification.kind === 'changed' ? notification : null;
  const { title, place, details, closing } =
    notification.kind === 'receipt'
      ? describeWholeReceipt(notification.content.receipt, options)
      : {
          title: texts.title,
          ...(isForStaff(notification)
            ? describeForStaff(notification, context, options)
            : {
                place: reservation?.place,
                details: [
                  ...(reservation ? describeReservation(reservation, options) : []),
                  ...(told ? describeTerms(told, options) : []),
                ],
                closing: m.notice_mail_closing({ link: `${publicUrl}/settings` }, options),
              }),
        };
  const mail = await renderMail({
    language,
    app,
    to: notification.email,
    subject: toOneLine(place === undefined ? title : m.notice_mail_subject({ title, place }, options)),
    greeting: texts.text,
    details,
    button: { label: texts.button, link: `${publicUrl}${texts.path}` },
    links: told ? linkReservation(told, context) : [],
    closing,
  });
  return { ...mail, id: notification.id, ...attachCalendar(notification, reservation, context) };
}

/**
 * Removes the devices that subscribed with another key than the present one: no push service takes messages for them. In a new
 * installation push is on; afterwards the operator decides.
 */
export async function preparePush(sql: Sql, pushKey: string): Promise<void> {
  await sql`delete from public.push_subscriptions where server_key <> ${getPublicPushKey(pushKey)}`;
  await sql`
    update public.installation_settings set push_notifications = true
    where not exists (select from public.audit_log where subject_table = 'installation_settings')
      and not exists (select from public.reservations)`;
}
