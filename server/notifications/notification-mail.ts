import { m } from '#messages';
import type { Language } from '../../domain/language/languages.ts';
import { describeReceipt } from '../../domain/money/receipt-lines.ts';
import { createCalendarFile } from '../../domain/reservations/calendar-file.ts';
import type { Mail } from '../mail/mailer.ts';
import { renderMail } from '../mail/render-mail.ts';
import { isAboutMoney, type MailNotification } from './notification-rows.ts';
import { describeNotification, type NotificationTexts } from './notification-texts.ts';

type Context = { language: Language; app: string; publicUrl: string; organizer: string };

/** Kinds that put an entry into a calendar, update it or take it out. */
const WITH_CALENDAR = new Set(['confirmed', 'changed', 'cancelled']);

/** Control characters have no place in a subject. */
const toOneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ');

function attachCalendar(
  notification: MailNotification,
  stay: NotificationTexts['stay'],
  { language, app, publicUrl, organizer }: Context,
): Pick<Mail, 'calendar'> {
  const { kind, reservation_id: reservationId } = notification;
  if (notification.kind === 'operator_reply' || isAboutMoney(notification) || !WITH_CALENDAR.has(kind)) return {};
  if (stay === null || reservationId === null) return {};
  const { start_time: startTime, end_time: endTime, sequence } = notification.content;
  const isCancelled = kind === 'cancelled';
  const file = createCalendarFile(
    {
      reservationId,
      place: stay.place,
      address: stay.address,
      startTime,
      endTime,
      sequence,
      link: `${publicUrl}/reservations`,
      isCancelled,
      organizer: organizer === '' ? undefined : { name: app, email: organizer },
    },
    language,
  );
  return { calendar: { method: isCancelled ? 'CANCEL' : 'PUBLISH', file } };
}

function describeStay(stay: NonNullable<NotificationTexts['stay']>, language: Language) {
  const options = { locale: language };
  return [
    { name: m.notice_mail_space({}, options), value: stay.place },
    ...(stay.address === '' ? [] : [{ name: m.notice_mail_address({}, options), value: stay.address }]),
    {
      name: m.notice_mail_time({}, options),
      value: m.notice_mail_time_in_country({ time: stay.time }, options),
    },
  ];
}

/** A receipt is in its mail, whole. */
async function createReceiptMail(
  { email, content }: Extract<MailNotification, { kind: 'receipt' }>,
  texts: NotificationTexts,
  { language, app, publicUrl }: Context,
): Promise<Mail> {
  const { title, operator, stay, money, note } = describeReceipt(content.receipt, language);
  return renderMail({
    language,
    app,
    to: email,
    subject: toOneLine(m.notice_mail_subject({ title, place: content.receipt.legalName }, { locale: language })),
    greeting: texts.text,
    details: [{ name: m.receipt_screen_title({}, { locale: language }), value: title }, ...operator, ...stay, ...money],
    button: { label: texts.button, link: `${publicUrl}${texts.path}` },
    closing: note,
  });
}

/** The mail of a notification, with a calendar file where it is about when the stay is. */
export async function createNotificationMail(notification: MailNotification, context: Context): Promise<Mail> {
  const { language, app, publicUrl } = context;
  const options = { locale: language };
  const texts = describeNotification(notification, { language, app });
  if (notification.kind === 'receipt') {
    return { ...(await createReceiptMail(notification, texts, context)), id: notification.id };
  }
  const { title, text, button, path, stay } = texts;
  const mail = await renderMail({
    language,
    app,
    to: notification.email,
    subject: toOneLine(stay ? m.notice_mail_subject({ title, place: stay.place }, options) : title),
    greeting: text,
    ...(stay ? { details: describeStay(stay, language) } : {}),
    button: { label: button, link: `${publicUrl}${path}` },
    closing: m.notice_mail_closing({ link: `${publicUrl}/settings` }, options),
  });
  return { ...mail, id: notification.id, ...attachCalendar(notification, stay, context) };
}
