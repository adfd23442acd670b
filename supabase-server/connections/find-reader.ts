import pg from 'pg';

const { builtins, getTypeParser } = pg.types;

type Read = (text: string) => unknown;

/** PostgreSQL's numbers for arrays of types, of which the driver names none. */
const ARRAYS = {
  date: 1182,
  timestamp: 1115,
  timestamptz: 1185,
  numeric: 1231,
  name: 1003,
  interval: 1187,
  text: 1009,
};

const readText: Read = (text) => text;
const readDate: Read = (text) => new Date(text);
const readTexts = getTypeParser(ARRAYS.text) as (text: string) => (string | null)[];
const readDates: Read = (text) => readTexts(text).map((one) => (one === null ? null : new Date(one)));

/**
 * Where the driver's own values are less exact or depend on the time zone of this machine: a `date` is the beginning of that
 * day in UTC, an amount keeps its digits.
 */
const READERS = new Map<number, Read>([
  [builtins.DATE, readDate],
  [builtins.TIMESTAMP, readDate],
  [builtins.TIMESTAMPTZ, readDate],
  [builtins.INTERVAL, readText],
  [ARRAYS.date, readDates],
  [ARRAYS.timestamp, readDates],
  [ARRAYS.timestamptz, readDates],
  [ARRAYS.numeric, readTexts],
  [ARRAYS.name, readTexts],
  [ARRAYS.interval, readTexts],
]);

/** The function that reads the values of a type. */
export const findReader = (type: number): Read => READERS.get(type) ?? getTypeParser(type);
