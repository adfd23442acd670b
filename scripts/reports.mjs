// Describes failed and slow tests, from the JSON reports of Vitest and Playwright.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const LINES_OF_REASON = 6;

function describe(place, title, reason = '') {
  const lines = stripVTControlCharacters(reason).trim().split('\n');
  const why = lines.filter((line) => !line.includes('/node_modules/')).slice(0, LINES_OF_REASON);
  return [`${place} › ${title}`, ...why.map((line) => `      ${line}`)].join('\n').trimEnd();
}

function listFileFailures(file, root) {
  const place = relative(root, file.name);
  const failed = file.assertionResults.filter((result) => result.status === 'failed');
  if (failed.length > 0)
    return failed.map(({ fullName, failureMessages }) => describe(place, fullName, failureMessages[0]));
  return file.status === 'failed' ? [describe(place, 'the file as a whole', file.message)] : [];
}

/**
 * @param {{ testResults: object[] }} report as Vitest's JSON reporter writes it
 * @param {string} root the folder that files are named from
 * @returns {string[]} one text for each failed test, and for each file that could not be loaded
 */
export function listVitestFailures(report, root) {
  return report.testResults.flatMap((file) => listFileFailures(file, root));
}

const listSpecs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(listSpecs)];

/**
 * @param {{ suites: object[], errors: object[] }} report as Playwright's JSON reporter writes it
 * @returns {string[]} one text for each test that failed in its last try, and for each error outside of tests
 */
export function listPlaywrightFailures(report) {
  const failed = listSpecs(report).filter((spec) => spec.tests.some((test) => test.status === 'unexpected'));
  const errors = report.errors.map((error) => describe('browser tests', 'outside of any test', error.message));
  const findReason = (spec) =>
    spec.tests.flatMap((test) => test.results).findLast((result) => result.error)?.error.message;
  return [...failed.map((spec) => describe(`e2e/${spec.file}:${spec.line}`, spec.title, findReason(spec))), ...errors];
}

/** @typedef {{ name: string, ms: number }} TimedTest */

/** @returns {TimedTest[]} of a report as Vitest's JSON reporter writes it */
export const listVitestTimes = (report, root) =>
  report.testResults.flatMap((file) =>
    file.assertionResults.map(({ fullName, duration }) => ({
      name: `${relative(root, file.name)} › ${fullName}`,
      ms: duration ?? 0,
    })),
  );

/** @returns {TimedTest[]} of a report as Playwright's JSON reporter writes it, with all tries of a test */
export const listPlaywrightTimes = (report) =>
  listSpecs(report).map((spec) => ({
    name: `e2e/${spec.file} › ${spec.title}`,
    ms: spec.tests.flatMap(({ results }) => results).reduce((total, { duration }) => total + duration, 0),
  }));
