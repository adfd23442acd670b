// Reads the JSON reports of Vitest and Playwright: how many tests passed, what failed, and how long each took.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './project.mjs';

/**
 * @typedef {{ passed: number, failures: string[], times: { name: string, ms: number }[] }} Report `failures` has a text for each
 *   failed test, and for each error outside of tests
 */

const LINES_OF_REASON = 6;

function describe(place, title, reason = '') {
  const lines = stripVTControlCharacters(reason).trim().split('\n');
  const why = lines.filter((line) => !line.includes('/node_modules/')).slice(0, LINES_OF_REASON);
  return [`${place} › ${title}`, ...why.map((line) => `      ${line}`)].join('\n').trimEnd();
}

/** Null when the tool that should have written the report crashed. */
const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null);

/** @returns {Report | null} */
export function readVitestReport(path) {
  const report = readJson(path);
  const files = report?.testResults.map((file) => ({ ...file, place: relative(ROOT, file.name) }));
  return (
    report && {
      passed: report.numPassedTests,
      failures: files.flatMap(listFileFailures),
      times: files.flatMap(({ place, assertionResults }) =>
        assertionResults.map(({ fullName, duration }) => ({ name: `${place} › ${fullName}`, ms: duration ?? 0 })),
      ),
    }
  );
}

function listFileFailures({ place, assertionResults, status, message }) {
  const failed = assertionResults.filter((result) => result.status === 'failed');
  if (failed.length > 0)
    return failed.map(({ fullName, failureMessages }) => describe(place, fullName, failureMessages[0]));
  return status === 'failed' ? [describe(place, 'the file as a whole', message)] : [];
}

/** @returns {Report | null} with the failures of last tries, and the times of all tries of a test together */
export function readPlaywrightReport(path) {
  const report = readJson(path);
  if (report === null) return null;
  const specs = listSpecs(report).map((spec) => ({ ...spec, results: spec.tests.flatMap(({ results }) => results) }));
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'));
  const findReason = ({ results }) => results.findLast(({ error }) => error)?.error.message;
  return {
    passed: report.stats.expected + report.stats.flaky,
    failures: [
      ...failed.map((spec) => describe(`e2e/${spec.file}:${spec.line}`, spec.title, findReason(spec))),
      ...report.errors.map(({ message }) => describe('browser tests', 'outside of any test', message)),
    ],
    times: specs.map(({ file, title, results }) => ({
      name: `e2e/${file} › ${title}`,
      ms: results.reduce((total, { duration }) => total + duration, 0),
    })),
  };
}

const listSpecs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(listSpecs)];
