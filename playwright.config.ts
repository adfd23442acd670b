import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** The flags keep Chromium quiet and let it draw the map without a graphics card; pages are faster painted without one. */
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
];

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: false,
  // One more than cores: tests wait for locks, mails and servers that start.
  workers: availableParallelism() + 1,
  forbidOnly: true,
  // A shared machine stalls now and then; a test that needs its second try is listed as flaky, and is to be mended.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  // What a test waits for may take long on a busy machine; one that passes loses nothing by it.
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
    timezoneId: 'America/Santo_Domingo',
    // Every frame of a moving map is drawn without a graphics card.
    contextOptions: { reducedMotion: 'reduce' },
    geolocation: { latitude: 18.4861, longitude: -69.9312 },
    permissions: ['geolocation'],
    // Playwright does not see the requests of a service worker. The tests of the service worker allow it.
    serviceWorkers: 'block',
    // To record what every action did takes a third of the time of a run.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: CHROMIUM_ARGS },
  },
});
