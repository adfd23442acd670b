import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './project.mjs';

const CODE =
  '{bench,build,deploy,domain,e2e,scripts,server,simulators,supabase,supabase-server,web}/**/*.{ts,tsx,mjs,js,css,sql}';
const DOCUMENTS = '{*.md,docs/**/*.md,supabase-server/*.md}';
const GENERATED = 'domain/language/message-parameters.ts';
const list = (pattern) =>
  globSync(pattern, { cwd: ROOT, exclude: ['node_modules/**', 'test-results/**', 'data/**', 'dist/**', GENERATED] });
const linesOf = (file) =>
  readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .map((line, index) => ({ line, place: `${file}:${index + 1}` }));

/** A comment that begins so leaves out the noun that it is about. */
const NO_NOUN =
  /(?:^\s*(?:\/\/|\/\*\*|\*|--)|\{\/\*) (?:Of the|As (?:the|above|it)|The same|Null for the one|Less is|Why it|So long|It is to be)\b/;
const COMMENT = /(?:\/\/|\/\*\*?|^\s*\*|--) (.*)/;
/** A path below one of the project's folders, up to its last letter; `*` and `<name>` stand for any file. */
const PATH =
  /(?<![\w./:@-])(?:bench|build|deploy|docs|domain|e2e|scripts|server|simulators|supabase|supabase-server|web)\/[\w./*-]*[\w*]/g;

test('every comment names what it is about', () => {
  const found = list(CODE).flatMap((file) => linesOf(file).filter(({ line }) => NO_NOUN.test(line)));
  expect(found.map(({ place, line }) => `${place} ${line.trim()}`)).toEqual([]);
});

test('every path that a comment or a document names exists', () => {
  const comments = list(CODE)
    .flatMap(linesOf)
    .map(({ line, place }) => ({ place, text: COMMENT.exec(line)?.[1] ?? '' }));
  const documents = list(DOCUMENTS)
    .flatMap(linesOf)
    .map(({ line, place }) => ({ place, text: line }));
  const named = [...comments, ...documents].flatMap(({ place, text }) =>
    [...text.matchAll(PATH)].map(([path]) => ({ place, path })),
  );
  const paths = new Set(named.map(({ path }) => path));
  // An operator makes some files from an example.
  const exists = (path) => globSync([path, `${path}.example`], { cwd: ROOT }).length > 0;
  const missing = new Set([...paths].filter((path) => !exists(path)));
  expect(named.filter(({ path }) => missing.has(path)).map(({ place, path }) => `${place} ${path}`)).toEqual([]);
});
