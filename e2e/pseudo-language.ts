import type { BrowserContext } from '@playwright/test';
import type { Text } from '../domain/language/create-messages.ts';
import english from '../domain/language/en.json' with { type: 'json' };
import type { RunningServer } from './server.ts';

// A third language, made of the English catalogue: what stands outside its brackets is in no catalogue.

/** The file of the build that holds the English texts. */
const CATALOGUE = /^\/assets\/en-[\w-]+\.js$/;

/** Has the pages of a context that load the English texts load those of the pseudo-language. */
export async function servePseudoLanguage(context: BrowserContext, { url }: Pick<RunningServer, 'url'>): Promise<void> {
  const body = `export default ${JSON.stringify(mapValues<Text, Text>(english, bracket))}`;
  await context.route(
    ({ origin, pathname }) => origin === url && CATALOGUE.test(pathname),
    (route) => route.fulfill({ contentType: 'text/javascript', body }),
  );
}

/** Each form of a message too. */
const bracket = (text: Text): Text => (typeof text === 'string' ? `⟦${text}⟧` : mapValues(text, (form) => `⟦${form}⟧`));

const mapValues = <From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
