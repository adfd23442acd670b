import { expect, test } from 'vitest';
import type { Catalogue } from '../domain/language/create-messages.ts';
import { findCatalogueFaults } from './catalogue-faults.ts';

const find = (en: Catalogue, es: Catalogue, source: string) =>
  findCatalogueFaults(
    new Map([
      ['en', en],
      ['es', es],
    ]),
    [source],
  );

test('catalogues with the same messages and parameters, all of them used, have no faults', () => {
  expect(find({ hello: 'Hello {name}' }, { hello: '{name}, hola' }, 'm.hello({ name })')).toEqual([]);
});

test('a message that a language lacks is named with the language', () => {
  expect(find({ hello: 'Hello' }, {}, 'm.hello()')).toEqual(['hello is missing in "es"']);
  expect(find({}, { hello: 'Hola' }, 'm.hello()')).toEqual(['hello is missing in "en"']);
});

test('a parameter that only one language has is named', () => {
  expect(find({ hello: 'Hello {name}' }, { hello: 'Hola {nombre}' }, 'm.hello({ name })')).toEqual([
    'hello says {name} in one language, which another does not know',
    'hello says {nombre} in one language, which another does not know',
  ]);
});

test('a parameter in a case need not be said in every language', () => {
  const en = { 'code=*': '{text}' };
  const es = { 'code=1, text=*': 'Vencido', 'code=*, text=*': 'Error' };
  const unknown = { 'code=*': 'Error' };
  expect(find({ expired: en }, { expired: es }, 'm.expired({ code, text })')).toEqual([]);
  expect(find({ expired: en }, { expired: unknown }, 'm.expired({ code, text })')).toEqual([
    'expired says {text} in one language, which another does not know',
  ]);
});

test('a message that nothing shows is named', () => {
  expect(find({ hello: 'Hello' }, { hello: 'Hola' }, 'm.hello_again()')).toEqual(['hello is used nowhere']);
});

test.each(['sayByName(', 'm['])('%s with a template of a name uses all messages that fit', (use) => {
  const messages = { colour_red_light: 'Red', colour_red_dark: 'Dark red' };
  const template = ['`colour_$', '{name}_light`'].join('');
  expect(find(messages, messages, `${use}${template}`)).toEqual(['colour_red_dark is used nowhere']);
});

test('a problem that the database names is used', () => {
  const messages = { problem_space_taken: 'Taken', problem_space_gone: 'Gone' };
  expect(find(messages, messages, "perform private.raise_problem('space-taken') where taken;")).toEqual([
    'problem_space_gone is used nowhere',
  ]);
});

test('a message whose forms leave a case out is named', () => {
  const form = (...cases: string[]) => Object.fromEntries(cases.map((one) => [one, 'Free']));
  const complete = form('count=one, hour=*', 'count=*, hour=*');
  expect(find({ free: complete }, { free: form('count=one, hour=*', 'count=other, hour=*') }, 'm.free()')).toEqual([
    'free in "es" has no last form for all other cases, such as "count=*"',
  ]);
});

test.each(['Hello {name', 'Hello name}', 'Hello {{name}'])('"%s" has a brace without its pair', (hello) => {
  expect(find({ hello: 'Hello' }, { hello }, 'm.hello()')).toContain('hello in "es" has a brace without its pair');
});
