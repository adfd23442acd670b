import type { Page } from '@playwright/test';
import { LANGUAGES } from '../domain/language/languages.ts';
import { SAMPLE_LOCKS } from '../simulators/locks/fleet.ts';
import { SAMPLE_CONVERSATIONS } from '../web/samples/messages/stored-messages.ts';
import { SAMPLE_VEHICLES } from '../web/samples/sample-vehicles.ts';
import { SAMPLE_ZONES } from '../web/samples/sample-zones.ts';
import { COMMENT } from './live-walks.ts';
import { runAsOwner } from './run-as-owner.ts';
import type { RunningServer } from './server.ts';

/** Texts that are the same in every language. */
const SAME = [
  ...['Parqueo', 'Kavass', 'Google', 'Apple', 'Facebook', 'Google Maps', 'Apple Maps', 'Waze'],
  ...Object.values(LANGUAGES),
  // The headline of the landing screen, which the specification has in Spanish.
  'Asegura un espacio desde tu móvil',
  // The keys that lead to the notifications.
  'alt+T',
  // The hidden button that Base UI puts beside an open list, in every language.
  'Dismiss',
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

/** Addresses of mail and of this server, the letter in somebody's picture, the key for an authenticator, and days, months and times as English writes them. */
const PATTERNS = [
  /\S+@parqueo\.test/,
  /127\.0\.0\.1:\S+/,
  /[A-Z]/,
  /(?:[A-Z2-7]{4} ?)+/,
  /[A-Z][a-z]{2}\s\d{1,2}(?:,\s\d{4})?/,
  /[A-Z][a-z]{2,8}\s\d{4}/,
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

/** The texts of a page in the pseudo-language that are neither in the catalogue nor data. */
export async function findUncataloguedTexts(page: Page, server: RunningServer): Promise<string[]> {
  const data = await createDataPattern(server);
  return (await findUnbracketedTexts(page)).filter((text) => !data.test(text));
}

// What is read of the page, whose types the tests do not have.
type PageElement = { getAttribute: (name: string) => string | null; localName: string };
type Walker = { nextNode: () => { data: string; parentElement: PageElement } | null };
type Body = {
  ownerDocument: {
    title: string;
    createTreeWalker: (root: unknown, what: number) => Walker;
    querySelectorAll: (selector: string) => Iterable<PageElement>;
  };
};

/** The attributes that somebody reads or hears. */
const READ = [
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
];

/** The texts of the page that stand outside the brackets of the pseudo-language, in the order of the page. */
async function findUnbracketedTexts(page: Page): Promise<string[]> {
  const { texts, single } = await page.locator('body').evaluate((node, names) => {
    const SHOW_TEXT = 4;
    const { ownerDocument } = node as unknown as Body;
    const walker = ownerDocument.createTreeWalker(node, SHOW_TEXT);
    const texts: string[] = [];
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      // What somebody types is no text of the product.
      if (!['script', 'style', 'noscript', 'textarea'].includes(text.parentElement.localName)) texts.push(text.data);
    }
    const elements = [...ownerDocument.querySelectorAll(names.map((name) => `[${name}]`).join())];
    const attributes = elements.flatMap((element) => names.map((name) => element.getAttribute(name) ?? ''));
    return { texts, single: [ownerDocument.title, ...attributes] };
  }, READ);
  // The parts of a message with markup are in several nodes.
  return [texts, ...single.map((text) => [text])].flatMap(findOutside).filter((text) => /\p{L}/u.test(text));
}

/** The parts outside brackets, of texts that follow each other. */
function findOutside(texts: readonly string[]): string[] {
  let depth = 0;
  return texts.flatMap((text) =>
    text.split(/(?=[⟦⟧])/).flatMap((part) => {
      if (part.startsWith('⟦')) depth += 1;
      if (part.startsWith('⟧')) depth -= 1;
      return depth === 0 ? [part.replace(/^⟧/, '').trim()] : [];
    }),
  );
}
