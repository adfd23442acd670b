// npm run check [-- <commit>]: what a commit needs, in a minute: static checks, unit tests, and tests of what changed since a commit.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { runChecks, STATIC_CHECKS, vitest } from './checks.mjs';
import { install } from './prepare.mjs';
import { ROOT, requireNode } from './project.mjs';

const COMPONENT_TEST = /^web\/.*\.test\.tsx$/;
const DATABASE_TEST = /^supabase\/.*\.test\.ts$/;
/** What every database test uses: the schema and the helpers beside the tests. */
const USED_BY_DATABASE_TESTS = /^supabase\/(migrations|schemas|tests)\/(?!.*\.test\.ts$)/;

/** Undefined where git fails, for instance outside a repository. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : undefined;
}

const listFiles = (...options) => git('ls-files', '--others', '--exclude-standard', ...options) ?? [];

/** On a clean tree, the last commit is what changed. Undefined without commits to compare with. */
function listChanges([since]) {
  const isClean = git('status', '--porcelain')?.length === 0;
  const changed = git('diff', '--name-only', since ?? (isClean ? 'HEAD~1' : 'HEAD'));
  return changed && [...changed, ...listFiles()];
}

/** The tests that changed, those beside other files that changed, and every database test where the schema changed. */
function listTests(changes) {
  const folders = new Set(changes.filter((file) => !/\.test\.tsx?$/.test(file)).map(dirname));
  const hasNewSchema = changes.some((file) => USED_BY_DATABASE_TESTS.test(file));
  return listFiles('--cached', 'web', 'supabase').filter((file) => {
    const isNear = changes.includes(file) || folders.has(dirname(file));
    return DATABASE_TEST.test(file) ? hasNewSchema || isNear : COMPONENT_TEST.test(file) && isNear;
  });
}

requireNode();
await install();
const changes = listChanges(process.argv.slice(2));
const files = changes && listTests(changes);
const projects = ['component', 'database'];
const tests =
  files === undefined
    ? [vitest('component and database tests, as git knows of no changes', { projects })]
    : [vitest(`component and database tests of what changed (${files.length} files)`, { projects, files })];
await runChecks([
  ...STATIC_CHECKS,
  vitest('unit tests', { projects: ['unit'] }),
  // Without files, Vitest would run them all.
  ...(files?.length === 0 ? [] : tests),
]);
