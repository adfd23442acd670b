import { join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { build } from 'vite';
import { test as base } from '../people.ts';

const ENTRY = join(import.meta.dirname, 'api/main.ts');
const API = 'https://maps.googleapis.com/**';

let script: Promise<string> | undefined;

async function buildApi(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry: ENTRY, formats: ['iife'], name: 'fakeMaps' } },
  });
  const [first] = Array.isArray(output) ? output : [output];
  if (!first || !('output' in first)) throw new Error('The stand-in for Google did not build');
  return first.output[0].code;
}

/** What a page asked the stand-in for Google for, and whether it answers. */
type GoogleApi = {
  scriptRequests: URL[];
  isReachable: boolean;
  /** The requests to a service such as `route`, as the page made them. */
  requestsTo: (service: string) => Promise<Record<string, unknown>[]>;
};

/** Answers a page's requests for Google's Maps JavaScript API from here; nothing leaves the machine. */
async function serveGoogleApi(page: Page): Promise<GoogleApi> {
  script ??= buildApi();
  const body = await script;
  const api: GoogleApi = {
    scriptRequests: [],
    isReachable: true,
    requestsTo: async (service) => {
      const all = await page.evaluate<string>('JSON.stringify(window.fakeMapsRequests)');
      const made = JSON.parse(all) as { service: string; request: Record<string, unknown> }[];
      return made.filter((one) => one.service === service).map(({ request }) => request);
    },
  };
  await page.route(API, async (route) => {
    api.scriptRequests.push(new URL((route.request() satisfies Request).url()));
    if (api.isReachable) await route.fulfill({ contentType: 'text/javascript', body });
    else await route.abort();
  });
  return api;
}

export const KEY = 'key-of-the-operator';

/** Tests against a server that has a Google key, in pages where a stand-in answers for Google. */
export const test = base.extend<{ google: GoogleApi }>({
  serverEnv: { GOOGLE_MAPS_API_KEY: KEY },
  google: [async ({ page }, use) => use(await serveGoogleApi(page)), { auto: true }],
});
