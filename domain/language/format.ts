import { createByLanguage } from '#language';

type Time = Date | string;

/** Parking places and their times are there, wherever the reader is. */
export const COUNTRY = { timeZone: 'America/Santo_Domingo' };

const isEnglish = (language: string) => language === 'en';

/** The rules by which texts are formatted: English has those of the United States, as the specification does. */
export const toRules = (language: string) => (isEnglish(language) ? 'en-US' : language);

/** Lets lines end before a clock time and after a dash, and nowhere else inside of days and times. */
export const keepTogether = (text: string): string =>
  text.replaceAll(/\s/g, ' ').replaceAll(/(?<!–) (?!\d+:)/g, '\u00a0');

type Options = Intl.DateTimeFormatOptions;

/**
 * Creates a formatter for the language of the page.
 * @param options for every language
 * @param englishOptions where the specification has English differ
 */
function createTimeFormat(options: Options, englishOptions = options): (time: Time) => string {
  const getFormat = createByLanguage(
    (language) =>
      new Intl.DateTimeFormat(toRules(language), { ...(isEnglish(language) ? englishOptions : options), ...COUNTRY }),
  );
  return (time) => keepTogether(getFormat().format(new Date(time)));
}

const DAY: Options = { day: 'numeric', month: 'short', year: 'numeric' };
const ENGLISH_DAY: Options = { ...DAY, day: '2-digit' };
const CLOCK: Options = { hour: 'numeric', minute: '2-digit', hour12: true };
const ENGLISH_TABLE_CLOCK: Options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/** Such as 'Mar 01, 2026' or '1 mar 2026', in the time zone of the country like all below. */
export const formatDay = createTimeFormat(DAY, ENGLISH_DAY);

/** Such as 'Mar 1, 2026' or '1 mar 2026'. */
export const formatDayWithYear = createTimeFormat(DAY);

/** Such as 'Mar 1' or '1 mar'. */
export const formatDayOfYear = createTimeFormat({ day: 'numeric', month: 'short' });

/** Such as 'Mon' or 'lun'. */
export const formatWeekday = createTimeFormat({ weekday: 'short' });

/** Such as '2:05 PM' or '2:05 p. m.'. */
export const formatClock = createTimeFormat(CLOCK);

/** A day and a time, for a language that is not the page's. */
export const MOMENT_IN_COUNTRY: Options = { ...DAY, ...CLOCK, ...COUNTRY };

const getDaysFormat = createByLanguage(
  (language) => new Intl.DateTimeFormat(toRules(language), { ...DAY, timeZone: 'UTC' }),
);

/** Days such as '2026-03-01' and '2026-03-22', as 'Mar 1 – 22, 2026' or '1–22 mar 2026'. */
export const formatDays = (first: string, last: string): string =>
  keepTogether(getDaysFormat().formatRange(new Date(first), new Date(last)));

/** For tables of the back office, such as '14:05' or '2:05 p. m.'. */
export const formatTableClock = createTimeFormat(CLOCK, ENGLISH_TABLE_CLOCK);

const HOUR = new Intl.DateTimeFormat('en-US', { hour: 'numeric', hour12: true, ...COUNTRY });

/**
 * A time of day for a sentence, such as 'Ends at 2:05 PM'. `hour` is the one that the text names, as some languages have
 * other words before 1 than before other hours: 'a la 1:05 p. m.', but 'a las 2:05 p. m.'.
 */
export function getClock(time: Time): { time: string; hour: number } {
  return { time: formatClock(time), hour: Number.parseInt(HOUR.format(new Date(time)), 10) };
}

/** For tables of the back office, such as 'Mar 01' or '1 mar'. */
export const formatTableDayOfYear = createTimeFormat(
  { day: 'numeric', month: 'short' },
  { day: '2-digit', month: 'short' },
);

/** Such as 'Naco · 2 h'; a line never begins with the dot. What is not known is left out. */
export const joinFacts = (...facts: (string | false | null | undefined)[]): string =>
  facts.filter(Boolean).join('\u00a0· ');

/** Such as '1,234', which is how the country writes numbers in every language. */
export const formatNumber = (number: number): string => number.toLocaleString('en-US');

/** A number of stars, such as '4.5'. */
export const formatRating = (rating: number): string => rating.toFixed(1);

const getListFormat = createByLanguage((language) => new Intl.ListFormat(toRules(language), { type: 'unit' }));

/** Such as 'offline, battery 7%' or 'sin conexión y batería al 7%'. */
export const formatList = (items: readonly string[]): string => getListFormat().format(items);
