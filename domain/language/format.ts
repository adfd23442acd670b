import { getLocale } from '#language';
import type { Language } from './languages.ts';

const LOCALES: Record<Language, string> = { en: 'en-US', es: 'es' };

const NO_BREAK_SPACE = '\u00a0';

type Time = Date | string;

/** Creates a formatter whose options may differ by language; such a formatter is costly to make, so each is kept. */
function createTimeFormat(options: Record<Language, Intl.DateTimeFormatOptions>): (time: Time) => string {
  const formats = new Map<Language, Intl.DateTimeFormat>();
  return (time) => {
    const language = getLocale();
    const format = formats.get(language) ?? new Intl.DateTimeFormat(LOCALES[language], options[language]);
    formats.set(language, format);
    const text = format.format(new Date(time));
    // Spanish has blanks inside days and times, where no line may end. English stays as the specification writes it.
    return language === 'en' ? text : text.replaceAll(' ', NO_BREAK_SPACE);
  };
}

const DAY = {
  en: { day: '2-digit', month: 'short', year: 'numeric' },
  es: { day: 'numeric', month: 'short', year: 'numeric' },
} as const;
const CLOCK = {
  en: { hour: 'numeric', minute: '2-digit' },
  es: { hour: 'numeric', minute: '2-digit', hour12: true },
} as const;

/** Such as 'Mar 01, 2026' or '1 mar 2026', in the time zone of the device like all below. */
export const formatDay = createTimeFormat(DAY);

/** Such as 'Mar 1, 2026' or '1 mar 2026'. */
export const formatDayWithYear = createTimeFormat({
  en: { day: 'numeric', month: 'short', year: 'numeric' },
  es: { day: 'numeric', month: 'short', year: 'numeric' },
});

/** Such as 'Mar 1' or '1 mar'. */
export const formatDayOfYear = createTimeFormat({
  en: { day: 'numeric', month: 'short' },
  es: { day: 'numeric', month: 'short' },
});

/** Such as '2:05 PM' or '2:05 p. m.'. */
export const formatClock = createTimeFormat(CLOCK);

const COUNTRY = { timeZone: 'America/Santo_Domingo' };

/** As `formatDay` and `formatClock`, in the time zone of the country. */
export const formatDayInCountry = createTimeFormat({ en: { ...DAY.en, ...COUNTRY }, es: { ...DAY.es, ...COUNTRY } });
export const formatClockInCountry = createTimeFormat({
  en: { ...CLOCK.en, ...COUNTRY },
  es: { ...CLOCK.es, ...COUNTRY },
});

/** For tables of the back office, such as '14:05' or '2:05 p. m.'. */
export const formatTableClock = createTimeFormat({
  en: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  es: { hour: 'numeric', minute: '2-digit', hour12: true },
});

/**
 * A time of day for a sentence, such as 'Ends at 2:05 PM'. `hour` is the one that the text names, as some languages have
 * other words before 1 than before other hours: 'a la 1:05 p. m.', but 'a las 2:05 p. m.'.
 */
export function getClock(time: Time): { time: string; hour: number } {
  return { time: formatClock(time), hour: new Date(time).getHours() % 12 || 12 };
}

/** For tables of the back office, such as 'Mar 01' or '1 mar'. */
export const formatTableDayOfYear = createTimeFormat({
  en: { day: '2-digit', month: 'short' },
  es: { day: 'numeric', month: 'short' },
});

/** Such as '14:05:09' or '2:05:09 p. m.'. */
export const formatTableClockWithSeconds = createTimeFormat({
  en: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  es: { hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true },
});

const NUMBER = new Intl.NumberFormat('en-US');

/** Such as '1,234', which is how both languages write numbers in the country. */
export const formatNumber = (number: number): string => NUMBER.format(number);

/** Such as 'offline, battery 7%' or 'sin conexión y batería al 7%'. */
export const formatList = (items: readonly string[]): string =>
  new Intl.ListFormat(LOCALES[getLocale()], { type: 'unit' }).format(items);
