// npm test: installs what is missing and runs every check; closes with one line that counts them.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, installDebian, isContinuousIntegration, readReport } from './browser.mjs';
import { install, isBuilt } from './prepare.mjs';
import { NODE, program, ROOT, requireNode, run } from './project.mjs';

const RESULTS = join(ROOT, 'test-results');
const UNIT_REPORT = join(RESULTS, 'vitest.json');
const BROWSER_REPORT = join(RESULTS, 'e2e.json');
/** The oldest PostgreSQL the product runs on, and a load balancer, as Debian has them: tests run several servers on them. */
const OLDEST_POSTGRES = '/usr/lib/postgresql/15/bin/postgres';
const NGINX = '/usr/sbin/nginx';

let passed = 0;
let failed = 0;

function count(ok, wrong) {
  passed += ok;
  failed += wrong;
}

/** A check that either holds or does not. */
async function check(name, args) {
  console.log(`\n— ${name}`);
  const code = await run(NODE, args);
  count(code === 0 ? 1 : 0, code === 0 ? 0 : 1);
}

/** Counts what a report says; a tool that failed without failed tests, or wrote none, counts as one failure. */
function countReport(code, report) {
  const wrong = report?.failed ?? 0;
  count(report?.passed ?? 0, code !== 0 && wrong === 0 ? 1 : wrong);
}

async function unitTests() {
  console.log('\n— unit, component, server, database and deployment tests');
  // As for browser tests: a second try, which the report names.
  const again = isContinuousIntegration() ? ['--retry=1'] : [];
  const args = ['run', ...again, '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`];
  const code = await run(NODE, [program('vitest/vitest.mjs'), ...args]);
  const report = readReport(UNIT_REPORT);
  countReport(code, report && { passed: report.numPassedTests, failed: report.numFailedTests });
}

/** A part that could not even begin counts as one failure. */
function report(problem) {
  console.error(problem);
  count(0, 1);
}

async function browserTests() {
  console.log('\n— browser tests');
  if (!(await isBuilt())) return report('The web app could not be built; Vite said why above');
  await check('weight of the web app', ['build/check-weight.ts']);
  try {
    const env = { CHROMIUM_PATH: await findBrowser() };
    const code = await run(NODE, [program('@playwright/test/cli.js'), 'test'], { env });
    const results = readReport(BROWSER_REPORT)?.stats;
    countReport(code, results && { passed: results.expected + results.flaky, failed: results.unexpected });
  } catch (error) {
    report(error.message);
  }
}

requireNode();
await install();
rmSync(RESULTS, { recursive: true, force: true });
if (isContinuousIntegration() && ![OLDEST_POSTGRES, NGINX].every(existsSync))
  await installDebian(['postgresql', 'nginx']);

await check('types of server and tests', [program('typescript/bin/tsc'), '-p', 'tsconfig.node.json']);
await check('types of the web app', [program('typescript/bin/tsc'), '-p', 'tsconfig.web.json']);
await check('lint and format', [program('@biomejs/biome/bin/biome'), 'check', '.']);
await unitTests();
await browserTests();

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
