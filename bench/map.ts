import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import * as z from 'zod';
import { createDataDir, type RunningServer, startServer } from '../e2e/server.ts';
import configuration from '../playwright.config.ts';
import { report } from './support/report.ts';

// What many zones cost the browser's main thread: from the arrival of their data to the first paint of their markers, and
// while the map is dragged. The map is drawn in software here, so a map without zones is measured for comparison.

const ZONE_COUNTS = [100, 1000, 10_000];
const SPACES_PER_ZONE = 4;
const ROWS_PER_INSERT = 1000;
const FIRST_PAINT_BUDGET_MS = 300;
const LONGEST_TASK_BUDGET_MS = 50;
/** A page that works less than this in that time is idle. */
const QUIET_MS = 15;
const QUIET_FOR_MS = 1000;
/** A phone with a fourth of this machine's speed, which draws without a graphics card: its frames have no goal. */
const SLOW = { rate: 4 };
const DRAGS = 6;
const DRAG_PX = 150;
const DRAG_STEPS = 25;
const ADMIN = { email: 'admin@parqueo.test', password: 'parqueo-demo' };

/** Greater Santo Domingo. */
const CITY = { south: 18.4, north: 18.56, west: -70.02, east: -69.8 };

/** Every run asks for these places: a low-discrepancy sequence over the city, by the plastic number. */
function getPlace(index: number): { latitude: number; longitude: number } {
  const a = (0.5 + index * 0.7548776662466927) % 1;
  const b = (0.5 + index * 0.5698402909980532) % 1;
  return {
    latitude: CITY.south + a * (CITY.north - CITY.south),
    longitude: CITY.west + b * (CITY.east - CITY.west),
  };
}

async function addZones(server: RunningServer, from: number, to: number): Promise<void> {
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as {
    supabaseUrl: string;
    supabaseKey: string;
  };
  const client = createClient(config.supabaseUrl, config.supabaseKey, { auth: { persistSession: false } });
  const { error } = await client.auth.signInWithPassword(ADMIN);
  if (error) throw error;
  for (let start = from; start < to; start += ROWS_PER_INSERT) {
    const zones = Array.from({ length: Math.min(ROWS_PER_INSERT, to - start) }, (_, i) => ({
      id: `b0000000-0000-4000-8000-${String(start + i).padStart(12, '0')}`,
      name: `Zone ${start + i}`,
      location: `Street ${start + i}, Santo Domingo`,
      price_per_hour: 1 + ((start + i) % 9),
      ...getPlace(start + i),
    }));
    await client.from('parking_zones').insert(zones).throwOnError();
    for (let space = 0; space < SPACES_PER_ZONE; space += 1) {
      const spaces = zones.map(({ id }) => ({ zone_id: id, name: `A-${space}`, hourly_rate: 3 }));
      await client.from('parking_spaces').insert(spaces).throwOnError();
    }
  }
}

/** Processor time of the page's main thread in milliseconds, without other work on the machine. */
async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

const twoFrames = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** Waits until the main thread is idle for a moment. */
const idle = (page: Page) => page.evaluate('new Promise((done) => requestIdleCallback(done))');

/** Waits until the map is drawn without zones, when the page is almost idle. */
async function settled(page: Page, session: CDPSession): Promise<void> {
  let before = await mainThreadMs(session);
  for (let spent = Number.POSITIVE_INFINITY; spent > QUIET_MS; ) {
    await page.waitForTimeout(QUIET_FOR_MS);
    const now = await mainThreadMs(session);
    spent = now - before;
    before = now;
  }
}

const findMarkers = (page: Page) => page.locator('.maplibregl-marker');

/** The map begins as a picture, which keys move like any map. */
async function startMapLibre(page: Page): Promise<void> {
  const map = page.getByRole('region', { name: 'Map of parking zones' });
  await map.press('ArrowLeft');
  await map.press('ArrowRight');
  await page.locator('canvas').waitFor();
}

/** Main-thread milliseconds from the zones' data to the paint of the first markers. */
async function firstPaintMs(page: Page, session: CDPSession): Promise<number> {
  const held = Promise.withResolvers<void>();
  await page.route('**/rest/v1/rpc/find_map_zones*', async (route) => {
    const response = await route.fetch();
    await held.promise;
    await route.fulfill({ response });
  });
  await page.goto('/map');
  await startMapLibre(page);
  await settled(page, session);
  const before = await mainThreadMs(session);
  held.resolve();
  await findMarkers(page).first().waitFor({ state: 'attached' });
  await twoFrames(page);
  const after = await mainThreadMs(session);
  await page.unrouteAll({ behavior: 'wait' });
  return after - before;
}

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      tdur: z.number().optional(),
      args: z.looseObject({ name: z.string().optional() }).optional(),
    }),
  ),
});

/** The longest task of the page's main thread in a trace, in milliseconds of processor time. */
function longestTaskMs(trace: Buffer): number {
  const { traceEvents } = traceSchema.parse(JSON.parse(trace.toString()));
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const isMain = new Set(mains.map(({ pid, tid }) => `${pid}/${tid}`));
  const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith('RunTask') && isMain.has(`${pid}/${tid}`));
  if (tasks.length === 0) throw new Error('The trace holds no task of the main thread');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

async function drag(page: Page): Promise<void> {
  for (let nth = 0; nth < DRAGS; nth += 1) {
    const [x, sign] = nth % 2 === 0 ? [300, -1] : [100, 1];
    await page.mouse.move(x, 200);
    await page.mouse.down();
    await page.mouse.move(x + sign * DRAG_PX, 250, { steps: DRAG_STEPS });
    await page.mouse.up();
    await idle(page);
  }
  await twoFrames(page);
}

async function pinch(session: CDPSession): Promise<void> {
  for (const scaleFactor of [2, 0.5]) {
    await session.send('Input.synthesizePinchGesture', { x: 200, y: 220, scaleFactor, gestureSourceType: 'touch' });
  }
}

async function longestTaskOfDragging(browser: Browser, page: Page): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await drag(page);
  return longestTaskMs(await browser.stopTracing());
}

/** What 95 of 100 frames take at most while `move` moves the map, in milliseconds from one to the next. */
async function frameMs(page: Page, session: CDPSession, move: () => Promise<void>): Promise<number> {
  await session.send('Emulation.setCPUThrottlingRate', SLOW);
  await page.evaluate(`
    window.frameTimes = [];
    const record = (time) => window.frameTimes?.push(time) && requestAnimationFrame(record);
    requestAnimationFrame(record);
  `);
  await move();
  const times = z.array(z.number()).parse(await page.evaluate('window.frameTimes.splice(0)'));
  await page.evaluate('window.frameTimes = undefined');
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const frames = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? Number.NaN;
}

async function measure(browser: Browser, context: BrowserContext, count: number): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await session.send('Performance.enable');
  const paint = await firstPaintMs(page, session);
  const markers = await findMarkers(page).count();
  const longest = await longestTaskOfDragging(browser, page);
  const zones = `${count.toLocaleString('en')} zones`;
  const paintGoal = { unit: 'ms', atMost: FIRST_PAINT_BUDGET_MS };
  report({ name: `first markers of ${zones}`, measured: paint, ...paintGoal }, `${markers} drawn`);
  const dragGoal = { unit: 'ms', atMost: LONGEST_TASK_BUDGET_MS };
  report({ name: `longest task of dragging ${zones}`, measured: longest, ...dragGoal });
  const moves = { drag: () => drag(page), pinch: () => pinch(session) };
  for (const [name, move] of Object.entries(moves)) {
    const measured = await frameMs(page, session, move);
    console.log(`  95 of 100 frames of a ${name}, ${zones}: ${measured.toFixed()} ms`);
  }
  await page.close();
}

const server = await startServer(await createDataDir());
const browser = await chromium.launch(configuration.use?.launchOptions);
try {
  const { viewport } = configuration.use ?? {};
  const context = await browser.newContext({ baseURL: server.url, ...(viewport ? { viewport } : {}) });
  let added = 0;
  await measure(browser, context, 0);
  for (const count of ZONE_COUNTS) {
    await addZones(server, added, count);
    added = count;
    await measure(browser, context, count);
  }
} finally {
  await browser.close();
  await server.stop();
}
