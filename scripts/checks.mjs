// The checks of `npm run check` and `npm test`. A check counts the tests that passed and lists what failed.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, isContinuousIntegration } from './browser.mjs';
import { keepTemporaryFilesInMemory } from './fast-temporary-files.mjs';
import { BUILD_FAILURE, build } from './prepare.mjs';
import { NODE, program, ROOT, run } from './project.mjs';
import { readPlaywrightReport, readVitestReport } from './reports.mjs';

/**
 * @typedef {{ passed: number, failures: string[], times?: import('./reports.mjs').Report['times'] }} Outcome
 * @typedef {{ name: string, run: () => Promise<Outcome>, isRequired?: boolean }} Check the checks after a required one depend on it
 */

const RESULTS = join(ROOT, 'test-results');
const VITEST_REPORT = join(RESULTS, 'vitest.json');
const BROWSER_REPORT = join(RESULTS, 'e2e.json');

/** A program that succeeds or fails as a whole. @returns {Check} */
const command = (name, args) => ({
  name,
  async run() {
    const code = await run(NODE, args);
    return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [name] };
  },
});

export const STATIC_CHECKS = [
  // What all others import.
  { ...command('texts in every language', ['build/check-messages.ts']), isRequired: true },
  command('types of server and tests', [program('typescript/bin/tsc'), '-p', 'tsconfig.node.json']),
  command('types of the web app', [program('typescript/bin/tsc'), '-p', 'tsconfig.web.json']),
  command('lint and format', [program('@biomejs/biome/bin/biome'), 'check', '.']),
];

/** A tool that failed without a report of failed tests counts as one failure. */
function toOutcome(name, code, report) {
  const { passed, failures, times } = report ?? { passed: 0, failures: [], times: [] };
  if (code === 0 || failures.length > 0) return { passed, failures, times };
  return { passed, times, failures: [`${name}: ended with exit code ${code}`] };
}

/**
 * The tests without a browser.
 * @param {{ projects?: string[], files?: string[] }} selection of vitest.config.ts; by default all
 * @returns {Check}
 */
export const vitest = (name, { projects = [], files = [] } = {}) => ({
  name,
  async run() {
    const options = projects.flatMap((project) => ['--project', project]);
    // A second try, as for browser tests.
    if (isContinuousIntegration()) options.push('--retry=1');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`];
    const code = await run(NODE, [program('vitest/vitest.mjs'), 'run', ...files, ...options, ...reporters]);
    return toOutcome(name, code, readVitestReport(VITEST_REPORT));
  },
});

const BUILD = {
  name: 'build of the web app',
  isRequired: true,
  run: async () => ({ passed: 0, failures: (await build()) ? [] : [BUILD_FAILURE] }),
};

const BROWSER_TESTS = {
  name: 'browser tests',
  async run() {
    const env = { CHROMIUM_PATH: await findBrowser() };
    const code = await run(NODE, [program('@playwright/test/cli.js'), 'test'], { env });
    return toOutcome('browser tests', code, readPlaywrightReport(BROWSER_REPORT));
  },
};

/** Tests on the app as it is shipped. @type {Check[]} */
export const BROWSER_CHECKS = [BUILD, command('weight of the web app', ['build/check-weight.ts']), BROWSER_TESTS];

/** @param {Check} check @returns {Promise<Outcome & { name: string, seconds: string }>} */
async function runTimed({ name, run }) {
  console.log(`\n— ${name}`);
  const startedAt = performance.now();
  const outcome = await run().catch((error) => ({ passed: 0, failures: [`${name}: ${error.message}`] }));
  return { ...outcome, name, seconds: ((performance.now() - startedAt) / 1000).toFixed(1) };
}

/**
 * Runs checks one after the other and exits; closes with how long each took, what failed, and one line that counts all.
 * @param {Check[]} checks
 */
export async function runChecks(checks) {
  rmSync(RESULTS, { recursive: true, force: true });
  keepTemporaryFilesInMemory();
  const outcomes = [];
  for (const check of checks) {
    const outcome = await runTimed(check);
    outcomes.push(outcome);
    if (check.isRequired && outcome.failures.length > 0) break;
  }
  console.log('');
  for (const { name, seconds } of outcomes) console.log(`${seconds.padStart(7)} s  ${name}`);
  const slowest = outcomes.flatMap(({ times = [] }) => times).sort((a, b) => b.ms - a.ms);
  console.log('\nThe slowest tests:');
  for (const { name, ms } of slowest.slice(0, 10)) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
  // Repeated at the end, since the beginning of a long run has scrolled away.
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  if (failures.length > 0) console.log(`\nWhat failed:\n${failures.map((failure) => `  ✘ ${failure}`).join('\n')}`);
  const passed = outcomes.reduce((total, outcome) => total + outcome.passed, 0);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  process.exit(failures.length === 0 && passed > 0 ? 0 : 1);
}
