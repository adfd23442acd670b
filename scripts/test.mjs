// npm test: installs what is missing and runs every check; closes with what failed, and one line that counts them all.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, installDebian, isContinuousIntegration, readReport } from './browser.mjs';
import { failuresOfPlaywright, failuresOfVitest } from './failures.mjs';
import { install, isBuilt } from './prepare.mjs';
import { NODE, program, ROOT, requireNode, run } from './project.mjs';

const RESULTS = join(ROOT, 'test-results');
const UNIT_REPORT = join(RESULTS, 'vitest.json');
const BROWSER_REPORT = join(RESULTS, 'e2e.json');
/** The oldest PostgreSQL the product runs on, a pooler and a load balancer, as Debian has them: tests run servers on them. */
const OLDEST_POSTGRES = '/usr/lib/postgresql/15/bin/postgres';
const NGINX = '/usr/sbin/nginx';
const PGBOUNCER = '/usr/sbin/pgbouncer';

let passed = 0;
/** What failed, in words: what comes first of a long run is out of sight when it ends. */
const failures = [];

/** A check that either holds or does not. */
async function check(name, args) {
  console.log(`\n— ${name}`);
  const code = await run(NODE, args);
  if (code === 0) passed += 1;
  else failures.push(name);
}

/** Counts what a report says; a tool that failed without failed tests, or wrote none, counts as one failure. */
function countReport(name, code, report) {
  passed += report?.passed ?? 0;
  const failed = report?.failures ?? [];
  failures.push(...failed);
  if (code !== 0 && failed.length === 0) failures.push(`${name}: ended with exit code ${code}`);
}

async function unitTests() {
  const name = 'unit, component, server, database and deployment tests';
  console.log(`\n— ${name}`);
  // As for browser tests: a second try, which the report names.
  const again = isContinuousIntegration() ? ['--retry=1'] : [];
  const args = ['run', ...again, '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`];
  const code = await run(NODE, [program('vitest/vitest.mjs'), ...args]);
  const report = readReport(UNIT_REPORT);
  countReport(name, code, report && { passed: report.numPassedTests, failures: failuresOfVitest(report, ROOT) });
}

/** Browser tests on the app as it is shipped. @throws with one line when there is no browser */
async function browserTests() {
  const name = 'browser tests';
  console.log(`\n— ${name}`);
  if (!(await isBuilt())) throw new Error('The web app could not be built; Vite said why above');
  await check('weight of the web app', ['build/check-weight.ts']);
  const env = { CHROMIUM_PATH: await findBrowser() };
  const code = await run(NODE, [program('@playwright/test/cli.js'), 'test'], { env });
  const report = readReport(BROWSER_REPORT);
  countReport(
    name,
    code,
    report && { passed: report.stats.expected + report.stats.flaky, failures: failuresOfPlaywright(report) },
  );
}

requireNode();
await install();
rmSync(RESULTS, { recursive: true, force: true });
if (isContinuousIntegration() && ![OLDEST_POSTGRES, NGINX, PGBOUNCER].every(existsSync))
  await installDebian(['postgresql', 'nginx', 'pgbouncer']);

await check('types of server and tests', [program('typescript/bin/tsc'), '-p', 'tsconfig.node.json']);
await check('types of the web app', [program('typescript/bin/tsc'), '-p', 'tsconfig.web.json']);
await check('lint and format', [program('@biomejs/biome/bin/biome'), 'check', '.']);
await unitTests();
await browserTests().catch((error) => failures.push(`browser tests: ${error.message}`));

if (failures.length > 0) console.log(`\nWhat failed:\n${failures.map((failure) => `  ✘ ${failure}`).join('\n')}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 && passed > 0 ? 0 : 1);
