import { test as base } from '../people.ts';
import { createDataDir, type RunningServer, startServer } from '../server.ts';
import { type GoogleApi, serveGoogleApi } from './serve-api.ts';

export const KEY = 'key-of-the-operator';

/** Tests against a server that has a Google key, in pages where a stand-in answers for Google. */
export const test = base.extend<{ google: GoogleApi }, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
    async ({}, use) => {
      const server = await startServer(await createDataDir(), { GOOGLE_MAPS_API_KEY: KEY });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  google: [async ({ page }, use) => use(await serveGoogleApi(page)), { auto: true }],
});
