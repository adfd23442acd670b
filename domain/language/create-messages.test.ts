import { afterEach, expect, test } from 'vitest';
import { baseLocale, setLocale } from '#language';
import { type Catalogue, createMessages } from './create-messages.ts';

afterEach(() => setLocale(baseLocale));

type Say = (values?: object, options?: { locale?: 'en' | 'es' }) => string;

const create = (en: Catalogue, es: Catalogue = {}) =>
  createMessages({ en, es }) as unknown as Readonly<Record<string, Say>>;

test('a text has its values, and what they contain is text', () => {
  const { greeting } = create({ greeting: '{name}, {name} and {other}' });
  expect(greeting?.({ name: '$& {other}', other: 2 })).toBe('$& {other}, $& {other} and 2');
  expect(greeting?.({ name: 'Ana' })).toBe('Ana, Ana and –');
});

test('a value that ends with a full stop ends the sentence', () => {
  const { open } = create({ open: 'Until {time}. Opening {place}...' });
  expect(open?.({ time: '10:00 p. m.', place: 'A-1' })).toBe('Until 10:00 p. m. Opening A-1...');
  expect(open?.({ time: '22:00', place: 'A. B.' })).toBe('Until 22:00. Opening A. B....');
});

test.each([
  [{ count: 1 }, 'One space'],
  [{ count: '1' }, 'One space'],
  [{ count: 0 }, '0 spaces'],
  [{ count: 2 }, '2 spaces'],
  [{ count: 'unknown' }, 'Spaces'],
])('%j has the form of its value, of its plural, or the last one', (values, text) => {
  const { spaces } = create({
    spaces: { 'count=unknown': 'Spaces', 'count=one': 'One space', 'count=*': '{count} spaces' },
  });
  expect(spaces?.(values)).toBe(text);
});

test('the first form is said whose cases all fit', () => {
  const { rest } = create({
    rest: {
      'unit=day, count=one': 'a day',
      'unit=day, count=*': '{count} days',
      'unit=*, count=*': '{count} of {unit}',
    },
  });
  const units = [
    { unit: 'day', count: 1 },
    { unit: 'day', count: 3 },
    { unit: 'hour', count: 1 },
  ];
  expect(units.map((values) => rest?.(values))).toEqual(['a day', '3 days', '1 of hour']);
});

test('a text is in the language of the page unless another one is asked for', () => {
  const { hello } = create({ hello: 'Hello' }, { hello: 'Hola' });
  expect([hello?.(), hello?.({}, { locale: 'es' })]).toEqual(['Hello', 'Hola']);
  setLocale('es');
  expect([hello?.(), hello?.({}, { locale: 'en' })]).toEqual(['Hola', 'Hello']);
});
