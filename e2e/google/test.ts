import { test as base } from '../people.ts';
import { type GoogleApi, serveGoogleApi } from './serve-api.ts';

export const KEY = 'key-of-the-operator';

/** Tests against a server that has a Google key, in pages where a stand-in answers for Google. */
export const test = base.extend<{ google: GoogleApi }>({
  serverEnv: { GOOGLE_MAPS_API_KEY: KEY },
  google: [async ({ page }, use) => use(await serveGoogleApi(page)), { auto: true }],
});
