import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { ROOT } from './project.mjs';

// Strangers write most of the texts that these folders read. An expression that takes quadratic time stops the server with
// 64 KB of the right text, so none is there: not even over a text that is short today.

const FOLDERS = '{domain,server,simulators,supabase-server,supabase/functions,web}/**/*.{ts,tsx}';
const isTested = (file) => /(^|\/)testing\/|\.test\.tsx?$/.test(file);

/** The files with an expression that is made of texts of ours, checked by hand. */
const BUILT = [
  'domain/field-schemas.ts',
  'domain/language/locale.ts',
  'domain/people/phone.ts',
  'domain/staff/duties.ts',
  'server/config/variables.ts',
  'server/fiscal/authority.ts',
  'server/fiscal/certificates.ts',
  'supabase-server/postgrest/parse/parse-filter.ts',
  'supabase/functions/shared/lock-vendor.ts',
];

function findExpressions(file) {
  const found = [];
  let isBuilt = false;
  const note = ({ callee }) => {
    isBuilt ||= callee.name === 'RegExp';
  };
  new Visitor({
    Literal({ regex, raw }) {
      if (regex) found.push({ ...regex, raw });
    },
    NewExpression: note,
    CallExpression: note,
  }).visit(parseSync(file, readFileSync(join(ROOT, file), 'utf8')).program);
  return { found, isBuilt };
}

const files = globSync(FOLDERS, { cwd: ROOT }).filter((file) => !isTested(file));

test('no expression over a text takes longer than its length says', { timeout: 600_000 }, () => {
  const found = new Map(
    files.flatMap((file) => findExpressions(file).found.map((each) => [each.raw, { ...each, file }])),
  );
  const slow = [...found.values()].filter(
    ({ pattern, flags }) => checkSync(pattern, flags, { timeout: null }).status !== 'safe',
  );
  expect(slow).toEqual([]);
});

test('expressions that are made of other texts are few and known', () => {
  expect(files.filter((file) => findExpressions(file).isBuilt).toSorted()).toEqual(BUILT);
});
