import { launch } from 'chrome-launcher';
import lighthouse, { type Flags, type Result } from 'lighthouse';
import puppeteer from 'puppeteer-core';
import { createPerson, createStoredSession } from '../e2e/people.ts';
import { createDataDir, type RunningServer, startServer } from '../e2e/server.ts';
import configuration from '../playwright.config.ts';
import { median, report } from './support/report.ts';

// What Lighthouse says of the screens on its slow phone. Speed counts where people arrive, the median of three runs, as one
// run is worth little; accessibility and best practices have to be whole everywhere.

const RUNS = 3;
const WHOLE = 100;
const BASIC = ['accessibility', 'best-practices'] as const;

type Goal = { path: string; performance?: number };
const VISITOR: readonly Goal[] = [
  { path: '/intro', performance: 95 },
  { path: '/map', performance: 85 },
  { path: '/login' },
  { path: '/signup' },
  { path: '/zones' },
];
const SIGNED_IN: readonly Goal[] = [
  { path: '/reservations' },
  { path: '/activity' },
  { path: '/account' },
  { path: '/profile' },
  { path: '/settings' },
  { path: '/wallet' },
  { path: '/messages' },
];

const launchOptions = configuration.use?.launchOptions;
const server = await startServer(await createDataDir());
const chrome = await launch({
  ...(launchOptions?.executablePath ? { chromePath: launchOptions.executablePath } : {}),
  // What it takes to draw the map without a graphics card.
  chromeFlags: [
    '--headless=new',
    '--no-sandbox',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
  ],
});
function fail(sentence: string): void {
  console.log(`  ✘ ${sentence}`);
  process.exitCode = 1;
}

/** Now and then the browser's recording misses the start of the page; such a run says nothing and is made again. */
const MISSED = 'NO_NAVSTART';

async function measure(path: string, flags: Flags, triesLeft = 2): Promise<Result> {
  const result = await lighthouse(`${server.url}${path}`, { port: chrome.port, logLevel: 'error', ...flags });
  if (!result) throw new Error(`Lighthouse said nothing about ${path}`);
  const { lhr } = result;
  if (lhr.runtimeError?.code === MISSED && triesLeft > 0) return measure(path, flags, triesLeft - 1);
  if (lhr.runtimeError) throw new Error(`${path}: ${lhr.runtimeError.message}`);
  refuseStrangers(lhr);
  return lhr;
}

/** Everything comes from the product's own server. */
function refuseStrangers({ audits }: Result): void {
  const { details } = audits['network-requests'] ?? {};
  for (const { url } of details?.type === 'table' ? details.items : []) {
    if (typeof url === 'string' && /^https?:/.test(url) && !url.startsWith(`${server.url}/`))
      fail(`It asks for ${url}`);
  }
}

const getScore = ({ categories }: Result, id: string) => Math.round((categories[id]?.score ?? 0) * WHOLE);

/** What costs points of a category, by name. */
function listFaults({ categories, audits }: Result, id: string): string[] {
  return (categories[id]?.auditRefs ?? [])
    .map((reference) => ({ ...audits[reference.id], weight: reference.weight }))
    .filter(({ score, weight }) => weight > 0 && score !== null && score !== undefined && score < 0.9)
    .map(({ id: name, displayValue }) => [name, displayValue].filter(Boolean).join(' '));
}

function checkBasics(path: string, result: Result): void {
  for (const id of BASIC) {
    report(
      { name: `${path}, ${id}`, measured: getScore(result, id), atLeast: WHOLE },
      listFaults(result, id).join(', '),
    );
  }
}

async function check({ path, performance }: Goal, flags: Flags): Promise<void> {
  if (performance === undefined) {
    const result = await measure(path, { ...flags, onlyCategories: [...BASIC] });
    checkBasics(path, result);
    return;
  }
  const results: Result[] = [];
  for (let run = 0; run < RUNS; run += 1) results.push(await measure(path, flags));
  const scores = results.map((result) => getScore(result, 'performance'));
  const middle = median(scores);
  const typical = results[scores.indexOf(middle)];
  if (!typical) return;
  report({ name: `${path}, performance`, measured: middle, atLeast: performance }, scores.join(', '));
  if (middle < performance) console.log(`  ${listFaults(typical, 'performance').join(', ')}`);
  checkBasics(path, typical);
}

/** Puts the session of a new person into the browser, as if they had logged in at an earlier visit. */
async function signIn(to: RunningServer): Promise<void> {
  const { email } = await createPerson(to, 'lighthouse');
  const [key, session] = await createStoredSession(to.url, email);
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${chrome.port}` });
  const page = await browser.newPage();
  await page.goto(`${to.url}/icon.svg`);
  await page.evaluate(`localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(session)})`);
  await page.close();
  await browser.disconnect();
}

try {
  for (const goal of VISITOR) await check(goal, {});
  await signIn(server);
  for (const goal of SIGNED_IN) await check(goal, { disableStorageReset: true });
} finally {
  chrome.kill();
  await server.stop();
}
process.exit();
