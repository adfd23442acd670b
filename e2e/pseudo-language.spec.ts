import type { Page } from '@playwright/test';
import { LANGUAGES } from '../domain/language/languages.ts';
import { SAMPLE_LOCKS } from '../server/locks/simulator/sample-locks.ts';
import { SAMPLE_CONVERSATIONS } from '../web/samples/messages/sample-conversations.ts';
import { SAMPLE_VEHICLES } from '../web/samples/sample-vehicles.ts';
import { SAMPLE_ZONES } from '../web/samples/sample-zones.ts';
import { DRIVER_WALKS, type Walk } from './driver-walks.ts';
import { serveEmptyMap } from './empty-map.ts';
import { COMMENT, LIVE_WALKS } from './live-walks.ts';
import { OFFICE_WALKS } from './office-walks.ts';
import { expect, test } from './people.ts';
import { buildPseudoLanguage } from './pseudo-language.ts';
import { runAsOwner } from './run-as-owner.ts';
import { copyDataTemplate, type RunningServer, startServer } from './server.ts';
import { findUnbracketedTexts } from './unbracketed-texts.ts';

test.setTimeout(180_000);

/** Texts that are the same in every language. */
const SAME = [
  ...['Parqueo', 'Kavass', 'Google', 'Apple', 'Facebook', 'Google Maps', 'Apple Maps', 'Waze'],
  ...Object.values(LANGUAGES),
  // The headline of the landing screen, which the specification has in Spanish.
  'Asegura un espacio desde tu móvil',
  // The keys that lead to the notifications.
  'alt+T',
  // What the vendor of the locks calls their properties.
  ...['DID', 'SIM', 'CLBM', 'CM', 'UT', 'BZ'],
];

/** What stands where people, zones and locks of a customer will be. */
const SAMPLES = [
  // Of a driver who has not sent it yet.
  COMMENT,
  ...SAMPLE_ZONES.flatMap(({ name, address }) => [name, address]),
  ...SAMPLE_VEHICLES.flatMap(({ name, licensePlate }) => [name, licensePlate]),
  ...SAMPLE_CONVERSATIONS.flatMap(({ name, messages }) => [name, ...messages.map(({ text }) => text)]),
  ...SAMPLE_LOCKS.flatMap((lock) => Object.values(lock).map(String)),
];

/** Addresses of mail, the letter in somebody's picture, the key for an authenticator, and days and times as English writes them. */
const PATTERNS = [
  /\S+@parqueo\.test/,
  /[A-Z]/,
  /(?:[A-Z2-7]{4} ?)+/,
  /[A-Z][a-z]{2}\s\d{1,2},\s\d{4}/,
  /\d{1,2}:\d\d\s[AP]M/,
];

/** What people wrote about zones, spaces and themselves. */
async function readWrittenTexts(server: RunningServer): Promise<string[]> {
  const rows = await runAsOwner(
    server,
    (sql) => sql<{ text: string }[]>`
      select text from public.parking_zones, unnest(array[name, description, location]) as text where text <> ''
      union select text from public.parking_spaces, unnest(array[name, location]) as text where text <> ''
      union select full_name from public.profiles where full_name <> ''
      union select name from public.vehicles
      union select plate from public.vehicles
      union select message from public.user_messages
      union select comment from public.ratings where comment is not null`,
  );
  return rows.map(({ text }) => text);
}

/** A text that has nothing but data, which may follow each other as in 'A-01, Churchill Norte'. */
async function createDataPattern(server: RunningServer): Promise<RegExp> {
  const texts = [...SAME, ...SAMPLES, ...(await readWrittenTexts(server))].filter((text) => text);
  const escaped = texts.map((text) => text?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const one = [...escaped, ...PATTERNS.map(({ source }) => source)].join('|');
  return new RegExp(`^(?:${one})(?:(?:, | - )(?:${one}))*$`);
}

/** Goes through screens of a server in the pseudo-language, and reports the texts that are in no catalogue. */
async function takeWalks(page: Page, server: RunningServer, walks: Record<string, Walk>): Promise<void> {
  for (const [where, walk] of Object.entries(walks)) {
    await test.step(where, async () => {
      const found = new Set<string>();
      const look = async () => {
        const data = await createDataPattern(server);
        for (const text of await findUnbracketedTexts(page)) if (!data.test(text)) found.add(text);
      };
      await walk({ page, server, look });
      expect.soft([...found], where).toEqual([]);
    });
  }
}

test('no screen has a text that is in no catalogue', async ({ page, context, browser, server }) => {
  await using pseudoLanguage = await buildPseudoLanguage();
  await pseudoLanguage.serve(context, server);
  await takeWalks(page, server, { ...DRIVER_WALKS, ...OFFICE_WALKS });

  const map = await serveEmptyMap();
  const live = await startServer(await copyDataTemplate(), { SAMPLES: 'off', MAP_STYLE_URL: map.styleUrl });
  const visit = await browser.newContext({
    baseURL: live.url,
    geolocation: { latitude: 18.4861, longitude: -69.9312 },
  });
  await pseudoLanguage.serve(visit, live);
  await takeWalks(await visit.newPage(), live, LIVE_WALKS);
  await visit.close();
  await live.stop();
  map.stop();
});
