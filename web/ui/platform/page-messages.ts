import { type Catalogue, createMessages, type Messages } from '../../../domain/language/create-messages.ts';
import type { Language } from '../../../domain/language/languages.ts';
import { setLocale } from '../../../domain/language/locale.ts';

const CATALOGUES = import.meta.glob<Catalogue>('../../../domain/language/*.json', { import: 'default' });

/** What `#messages` is in the browser: there are no messages before `loadMessages` is done. */
export const m = {} as Messages;

/**
 * Loads the catalogue of the language that index.html has chosen.
 * @throws when it cannot be loaded
 */
export async function loadMessages(): Promise<void> {
  const language = document.documentElement.lang as Language;
  const catalogue = await CATALOGUES[`../../../domain/language/${language}.json`]?.();
  if (catalogue === undefined) throw new Error(`There is no catalogue of "${language}"`);
  setLocale(language);
  Object.assign(m, createMessages({ [language]: catalogue }));
}
