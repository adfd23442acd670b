import { expect, test } from 'vitest';
import { splitStatements } from './split-statements.ts';

test('statements are cut at their semicolons and know their lines', () => {
  expect(splitStatements('-- why\nselect 1;\n\n/* and\n */ select 2;\n-- the end\n')).toEqual([
    { text: 'select 1;', line: 2 },
    { text: 'select 2;', line: 5 },
  ]);
});

test.each([
  ["select 'a;b', 'it''s;';"],
  [String.raw`select e'a\';b';`],
  ['create table "a;b" ();'],
  ['do $$ begin perform 1; end; $$;'],
  ['create function f() returns text language sql as $body$ select $$;$$; $body$;'],
  ['select 1 -- a; b\n;'],
  ['select /* ; */ 1;'],
])('a semicolon inside of something ends nothing: %s', (text) => {
  expect(splitStatements(`${text}\nselect 2`)).toEqual([
    { text, line: 1 },
    { text: 'select 2', line: text.split('\n').length + 1 },
  ]);
});

test('a file of comments has no statement', () => {
  expect(splitStatements('-- nothing; yet\n')).toEqual([]);
});
