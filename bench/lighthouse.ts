import type { Flags, Result } from 'lighthouse';
import { createPerson, createStoredSession } from '../e2e/people.ts';
import { createDataDir, startServer } from '../e2e/server.ts';
import { audit, getBlockedMs, getLoadedKb, getScore, listFaults } from './support/lighthouse/audit.ts';
import { serveComparisonPages } from './support/lighthouse/comparison-pages.ts';
import { measureFirstMove } from './support/lighthouse/first-move.ts';
import { launchChrome, withBrowser } from './support/lighthouse/phone.ts';
import { median, report } from './support/report.ts';

// What Lighthouse says of the screens on its slow phone. Speed counts where people arrive, the median of five runs, as one
// run is worth little; accessibility and best practices have to be whole everywhere.

const RUNS = 5;
const WHOLE = 100;
const BASIC = ['accessibility', 'best-practices'] as const;

type Goal = { path: string; performance: number; blockedMs?: number };
const MAP: Goal = { path: '/map', performance: 95, blockedMs: 200 };
const FAST: readonly Goal[] = [
  { path: '/intro', performance: 95 },
  { path: '/login', performance: 95 },
  { path: '/zones', performance: 95 },
];
const FIRST_MOVE_S = 2.5;
const VISITOR = ['/signup'];
const SIGNED_IN = ['/reservations', '/activity', '/account', '/profile', '/settings', '/wallet', '/messages'];

const server = await startServer(await createDataDir());
const comparison = await serveComparisonPages(server.url);
const chrome = await launchChrome();
const run = (url: string, flags: Flags = {}) => audit(url, { port: chrome.port, ...flags });

function reportBasics(path: string, result: Result): void {
  for (const id of BASIC) {
    report(
      { name: `${path}, ${id}`, measured: getScore(result, id), atLeast: WHOLE },
      listFaults(result, id).join(', '),
    );
  }
}

async function checkBasics(path: string, flags: Flags = {}): Promise<void> {
  reportBasics(path, await run(`${server.url}${path}`, { ...flags, onlyCategories: [...BASIC] }));
}

function reportSpeed({ path, performance, blockedMs }: Goal, results: readonly Result[]): void {
  const scores = results.map((result) => getScore(result, 'performance'));
  const middle = median(scores);
  const typical = results[scores.indexOf(middle)];
  if (!typical) return;
  report({ name: `${path}, performance`, measured: middle, atLeast: performance }, scores.join(', '));
  if (middle < performance) console.log(`  ${listFaults(typical, 'performance').join(', ')}`);
  if (blockedMs !== undefined) {
    const blocked = results.map(getBlockedMs);
    report(
      { name: `${path}, blocked`, measured: median(blocked), unit: 'ms', atMost: blockedMs },
      blocked.map(Math.round).join(', '),
    );
  }
  reportBasics(path, typical);
}

async function checkSpeed(goal: Goal): Promise<void> {
  const results: Result[] = [];
  for (let nth = 0; nth < RUNS; nth += 1) results.push(await run(`${server.url}${goal.path}`));
  reportSpeed(goal, results);
}

type Weighed = { points: number; blockedMs: number; loadedKb: number };

const weigh = (results: readonly Result[]): Weighed => ({
  points: median(results.map((result) => getScore(result, 'performance'))),
  blockedMs: median(results.map(getBlockedMs)),
  loadedKb: median(results.map(getLoadedKb)),
});

const divide = (value: number, base: number) => (base === 0 ? 'none' : (value / base).toFixed(2));

/** Prints what a page has, and how many times as much /map has. */
function printComparison(name: string, map: Weighed, { points, blockedMs, loadedKb }: Weighed): void {
  console.log(
    `  ${name}: ${points} points, blocked ${blockedMs.toFixed()} ms, ${loadedKb.toFixed()} KB; /map has ` +
      `${divide(map.points, points)}, ${divide(map.blockedMs, blockedMs)} and ${divide(map.loadedKb, loadedKb)} times that`,
  );
}

/** Takes turns with the pages, as the machine is faster at one time than at another. */
async function checkMap(): Promise<void> {
  const [map, mapLibre, canvas]: [Result[], Result[], Result[]] = [[], [], []];
  for (let nth = 0; nth < RUNS; nth += 1) {
    map.push(await run(`${server.url}${MAP.path}`));
    mapLibre.push(await run(`${comparison.url}/maplibre-page`));
    canvas.push(await run(`${comparison.url}/canvas-page`));
  }
  reportSpeed(MAP, map);
  const weighed = weigh(map);
  printComparison('/map', weighed, weighed);
  const library = weigh(mapLibre);
  const withWorker = { ...library, loadedKb: library.loadedKb + comparison.workerKb };
  printComparison('a bare MapLibre page', weighed, withWorker);
  printComparison('a plain canvas', weighed, weigh(canvas));
}

async function checkFirstMove(): Promise<void> {
  const seconds: number[] = [];
  for (let nth = 0; nth < RUNS; nth += 1) {
    seconds.push(await withBrowser(chrome.port, (browser) => measureFirstMove(browser, server.url)));
  }
  const figure = { name: '/map, moves after the first touch', measured: median(seconds), unit: 's' };
  report({ ...figure, atMost: FIRST_MOVE_S }, seconds.map((value) => value.toFixed(2)).join(', '));
}

/** Puts the session of a new person into the browser, as if they had logged in at an earlier visit. */
async function signIn(): Promise<void> {
  const { email } = await createPerson(server, 'lighthouse');
  const [key, session] = await createStoredSession(server.url, email);
  await withBrowser(chrome.port, async (browser) => {
    const page = await browser.newPage();
    await page.goto(`${server.url}/icon.svg`);
    await page.evaluate(`localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(session)})`);
    await page.close();
  });
}

try {
  await checkMap();
  await checkFirstMove();
  for (const goal of FAST) await checkSpeed(goal);
  for (const path of VISITOR) await checkBasics(path);
  await signIn();
  for (const path of SIGNED_IN) await checkBasics(path, { disableStorageReset: true });
} finally {
  chrome.kill();
  comparison.server.close();
  await server.stop();
}
process.exit();
