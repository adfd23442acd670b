import { defaultConfig, type Flags, type Result } from 'lighthouse';
import { createPerson, createStoredSession } from '../e2e/people.ts';
import { createDataDir, startServer } from '../e2e/server.ts';
import { audit, getBlockedMs, getLoadedKb, getScore, listFaults } from './support/lighthouse/audit.ts';
import { measureFirstMove } from './support/lighthouse/first-move.ts';
import { launchChrome, measureSlowdown, withBrowser } from './support/lighthouse/phone.ts';
import { median, report } from './support/report.ts';

// What Lighthouse says of the screens on its slow phone. Speed counts where people arrive, the median of three runs, as one
// run is worth little; accessibility and best practices have to be whole everywhere.

const RUNS = 3;
const WHOLE = 100;
const BASIC = ['accessibility', 'best-practices'] as const;

type Goal = { path: string; performance: number; blockedMs?: number };
const FAST: readonly Goal[] = [
  { path: '/map', performance: 95, blockedMs: 200 },
  { path: '/intro', performance: 95 },
  { path: '/login', performance: 95 },
  { path: '/zones', performance: 95 },
];
const FIRST_MOVE_S = 4;
const VISITOR = ['/signup'];
const SIGNED_IN = ['/reservations', '/activity', '/account', '/profile', '/settings', '/wallet', '/messages'];

const server = await startServer(await createDataDir());
const chrome = await launchChrome();

async function run(url: string, flags: Flags = {}): Promise<Result> {
  const cpuSlowdownMultiplier = await measureSlowdown(chrome.port);
  const throttling = { ...defaultConfig.settings?.throttling, cpuSlowdownMultiplier };
  return audit(url, { port: chrome.port, throttling, ...flags });
}

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

async function checkSpeed({ path, performance, blockedMs }: Goal): Promise<void> {
  // The server draws its first picture for somebody, whom nothing is measured of.
  await run(`${server.url}${path}`, { onlyCategories: ['performance'] });
  const results: Result[] = [];
  for (let nth = 0; nth < RUNS; nth += 1) results.push(await run(`${server.url}${path}`));
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
  console.log(`  ${path} loads ${median(results.map(getLoadedKb)).toFixed()} KB`);
  reportBasics(path, typical);
}

async function checkFirstMove(): Promise<void> {
  const seconds: number[] = [];
  for (let nth = 0; nth < RUNS; nth += 1) {
    const slowdown = await measureSlowdown(chrome.port);
    seconds.push(await withBrowser(chrome.port, (browser) => measureFirstMove(browser, server.url, slowdown)));
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
  for (const goal of FAST) await checkSpeed(goal);
  await checkFirstMove();
  for (const path of VISITOR) await checkBasics(path);
  await signIn();
  for (const path of SIGNED_IN) await checkBasics(path, { disableStorageReset: true });
} finally {
  chrome.kill();
  await server.stop();
}
process.exit();
