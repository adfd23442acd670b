import { getLocale } from '#language';
import { LANGUAGE_COOKIE, type Language } from '../../domain/language/languages.ts';

const ONE_YEAR_S = 31_536_000;
const CHANGED_KEY = 'language-changed-to';

/** Shows the app in another language from now on: the server sends the page of the language that this cookie names. */
export function chooseLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that people use.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${ONE_YEAR_S}; samesite=lax`;
  sessionStorage.setItem(CHANGED_KEY, language);
  window.location.reload();
}

/** The language that was chosen last in this tab, whether or not the server had a page for it; null when none was. */
export const readChosenLanguage = (): string | null => sessionStorage.getItem(CHANGED_KEY);

/** The next worker is one of a newer version. */
export const forgetChosenLanguage = (): void => sessionStorage.removeItem(CHANGED_KEY);

/** Whether this page is the one that a choice of language led to. */
export const isOfChosenLanguage = (): boolean => readChosenLanguage() === getLocale();
