// node scripts/mutate.mjs [part of a name]: breaks the product on purpose, one mutation of scripts/mutations after the
// other, and runs the tests that must notice. Prints the mutations that no test noticed, and exits with 1 if there are any.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE, program, ROOT, run } from './project.mjs';

const FOLDER = join(import.meta.dirname, 'mutations');

/**
 * @typedef {{ name: string, file: string, find: string, replace: string, tests: string[] }} Mutation `find` occurs
 *   exactly once in `file`; `tests` are arguments of Vitest
 */

/** @returns {Mutation[]} */
const listMutations = () =>
  readdirSync(FOLDER)
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')));

/** @param {Mutation} mutation @returns {Promise<boolean>} whether a test failed on it */
async function isNoticed({ name, file, find, replace, tests }) {
  const path = join(ROOT, file);
  const original = readFileSync(path, 'utf8');
  if (original.split(find).length !== 2) throw new Error(`"${name}": ${file} does not hold its text exactly once`);
  writeFileSync(
    path,
    original.replace(find, () => replace),
  );
  const restore = () => writeFileSync(path, original);
  process.once('exit', restore);
  try {
    return (await run(NODE, [program('vitest/vitest.mjs'), 'run', '--bail=1', '--reporter=dot', ...tests])) !== 0;
  } finally {
    process.off('exit', restore);
    restore();
  }
}

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const wanted = process.argv[2] ?? '';
const mutations = listMutations().filter(({ name }) => name.includes(wanted));
const missed = [];
for (const mutation of mutations) {
  console.log(`\n— ${mutation.name}`);
  if (!(await isNoticed(mutation))) missed.push(mutation.name);
}
console.log(`\n${mutations.length - missed.length} of ${mutations.length} mutations were noticed`);
for (const name of missed) console.log(`  ✘ ${name}`);
process.exit(missed.length === 0 && mutations.length > 0 ? 0 : 1);
