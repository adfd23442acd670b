import { type Catalogue, createMessages, type Messages } from '../../../domain/language/create-messages.ts';
import type { Language } from '../../../domain/language/languages.ts';
import { setLocale } from '../../../domain/language/locale.ts';

type Catalogues = Record<string, () => Promise<Catalogue>>;

const PAGE: Catalogues = import.meta.glob<Catalogue>('../../../domain/language/*.json', { import: 'default' });
const OFFICE: Catalogues = import.meta.glob<Catalogue>('../../../domain/language/*.json', {
  import: 'default',
  query: '?office',
});

/** What `#messages` is in the browser: there are no messages before they are loaded. */
export const m = {} as Messages;

/** Loads the texts of drivers in the language that index.html has chosen. @throws when they cannot be loaded */
export async function loadMessages(): Promise<void> {
  await addMessages(PAGE);
  setLocale(getPageLanguage());
}

/**
 * Loads the texts that only the back office says. Its modules hold some in constants, so they are loaded afterwards.
 * @throws when they cannot be loaded
 */
export const loadOfficeMessages = (): Promise<void> => addMessages(OFFICE);

const getPageLanguage = () => document.documentElement.lang as Language;

async function addMessages(catalogues: Catalogues): Promise<void> {
  const language = getPageLanguage();
  const catalogue = await catalogues[`../../../domain/language/${language}.json`]?.();
  if (catalogue === undefined) throw new Error(`There is no catalogue of "${language}"`);
  Object.assign(m, createMessages({ [language]: catalogue }));
}
