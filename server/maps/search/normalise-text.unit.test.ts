import { expect, test } from 'vitest';
import { normaliseText } from './place-search.ts';

test('accents, case and punctuation make no difference', () => {
  expect(normaliseText('Núñez DE Cáceres, ')).toEqual({ names: ['nunez', 'caceres'], roadWords: [], fillers: ['de'] });
});

test.each([
  ['av. duarte', 'avenida'],
  ['Avda Duarte', 'avenida'],
  ['c/ Duarte', 'calle'],
  ['C. Duarte', 'calle'],
  ['aut. Duarte', 'autopista'],
  ['Carr. Duarte', 'carretera'],
])('"%s" is a %s called Duarte', (text, roadWord) => {
  expect(normaliseText(text)).toEqual({ names: ['duarte'], roadWords: [roadWord], fillers: [] });
});

test('shortened words are written out', () => {
  expect(normaliseText('Hosp. Dr. Moscoso').names).toEqual(['hospital', 'doctor', 'moscoso']);
});

test('words that are names of properties of objects are only words', () => {
  expect(normaliseText('constructor __proto__').names).toEqual(['constructor', 'proto']);
});

test('a text without letters has no words', () => {
  expect(normaliseText(' .,/ ')).toEqual({ names: [], roadWords: [], fillers: [] });
});
