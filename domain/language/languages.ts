/** The languages of the product, each by its own name. Each has a catalogue beside this file. */
export const LANGUAGES = { en: 'English', es: 'Español' } as const;

export type Language = keyof typeof LANGUAGES;

/** The cookie that chooses the language, of the web app and of the pages that the server sends. */
export const LANGUAGE_COOKIE = 'language';

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(LANGUAGES, value);
