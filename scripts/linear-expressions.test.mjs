import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { ROOT } from './project.mjs';

// Strangers write most of the texts that these folders read. An expression that takes quadratic time stops the server with
// 64 KB of the right text, so none is there: not even over a text that is short today.

const FOLDERS = '{domain,server,supabase-server,supabase/functions,simulators}/**/*.ts';
const isTested = (file) => /(^|\/)testing\/|\.test\.ts$/.test(file);

/** The expressions that are made of texts of ours, each checked by hand. */
const BUILT = {
  'domain/language/locale.ts': 1,
};

function findExpressions(file) {
  const found = [];
  let built = 0;
  const note = ({ callee }) => {
    if (callee.name === 'RegExp') built += 1;
  };
  new Visitor({
    Literal({ regex, raw }) {
      if (regex) found.push({ ...regex, raw });
    },
    NewExpression: note,
    CallExpression: note,
  }).visit(parseSync(file, readFileSync(join(ROOT, file), 'utf8')).program);
  return { found, built };
}

const files = globSync(FOLDERS, { cwd: ROOT }).filter((file) => !isTested(file));

test('no expression over a text takes longer than its length says', () => {
  const slow = files.flatMap((file) =>
    findExpressions(file)
      .found.filter(({ pattern, flags }) => checkSync(pattern, flags, { timeout: 20_000 }).status !== 'safe')
      .map(({ raw }) => `${file} ${raw}`),
  );
  expect(slow).toEqual([]);
});

test('expressions that are made of other texts are few and known', () => {
  const built = Object.fromEntries(files.map((file) => [file, findExpressions(file).built]).filter(([, count]) => count));
  expect(built).toEqual(BUILT);
});
