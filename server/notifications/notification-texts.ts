import { m } from '#messages';
import type { Language } from '../../domain/language/languages.ts';
import type { Claimed, NotificationKind, Stay } from './notification-rows.ts';

type Message = (inputs: { app: string }, options: { locale: Language }) => string;

type Texts = { title: Message; text: Message; button: Message; path: string };

/** What each kind says, and the screen that it leads to. */
const TEXTS: Record<NotificationKind, Texts> = {
  confirmed: {
    title: m.notice_confirmed_title,
    text: m.notice_confirmed_text,
    button: m.notice_show_reservations,
    path: '/reservations',
  },
  changed: {
    title: m.notice_changed_title,
    text: m.notice_changed_text,
    button: m.notice_show_reservations,
    path: '/reservations',
  },
  cancelled: {
    title: m.notice_cancelled_title,
    text: m.notice_cancelled_text,
    button: m.notice_show_reservations,
    path: '/reservations',
  },
  starts_soon: {
    title: m.notice_starts_soon_title,
    text: m.notice_starts_soon_text,
    button: m.notice_show_reservations,
    path: '/reservations',
  },
  ends_soon: {
    title: m.notice_ends_soon_title,
    text: m.notice_ends_soon_text,
    button: m.notice_show_stay,
    path: '/parking-status',
  },
  operator_reply: {
    title: m.notice_operator_reply_title,
    text: m.notice_operator_reply_text,
    button: m.notice_show_messages,
    path: '/messages',
  },
  space_out_of_service: {
    title: m.notice_space_out_of_service_title,
    text: m.notice_space_out_of_service_text,
    button: m.notice_show_reservations,
    path: '/reservations',
  },
};

const COUNTRY = 'America/Santo_Domingo';
const RULES: Record<Language, string> = { en: 'en-US', es: 'es' };

/** Such as 'Sun, Nov 22, 2026, 3:05 – 6:05 PM', in the time of the zones. */
function formatStay({ start_time, end_time }: Stay, language: Language): string {
  const format = new Intl.DateTimeFormat(RULES[language], {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZone: COUNTRY,
  });
  return format.formatRange(start_time, end_time).replaceAll(/[\u2009\u202f\u00a0]/g, ' ');
}

function formatPlace({ space_name, zone_name }: Stay, locale: Language): string {
  const space = space_name || m.notice_space_unnamed({}, { locale });
  return zone_name ? m.notice_place({ space, zone: zone_name }, { locale }) : space;
}

export type NotificationTexts = {
  title: string;
  text: string;
  button: string;
  path: string;
  /** Null for what is not about a stay. */
  stay: { place: string; address: string; time: string } | null;
};

/** What a notification says in a language. */
export function describeNotification(
  notification: Claimed,
  { language, app }: { language: Language; app: string },
): NotificationTexts {
  const [inputs, options] = [{ app }, { locale: language }];
  const { title, text, button, path } = TEXTS[notification.kind];
  const stay = notification.kind === 'operator_reply' ? null : notification.content;
  const isByOperator = notification.kind === 'cancelled' && stay?.by_driver === false;
  return {
    title: title(inputs, options),
    text: isByOperator ? m.notice_cancelled_by_operator_text({}, options) : text(inputs, options),
    button: button(inputs, options),
    path,
    stay: stay && {
      place: formatPlace(stay, language),
      address: stay.address ?? '',
      time: formatStay(stay, language),
    },
  };
}
