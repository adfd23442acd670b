import { getLocale } from '#language';
import { LANGUAGE_COOKIE, type Language } from '../../../domain/language/languages.ts';
import { tabStorage } from './device-storage.ts';

const ONE_YEAR_S = 31_536_000;
const CHANGED_KEY = 'language-changed-to';
const VISITOR_KEY = 'language-of-visitor';

/** Shows the app in another language from now on: the page reads the cookie when it loads. */
export function showInLanguage(language: Language): void {
  storeCookie(language);
  tabStorage.setItem(CHANGED_KEY, language);
  window.location.reload();
}

/** Shows the page in this language for somebody who may not be signed in: the account they sign in to takes over the choice. */
export function chooseLanguage(language: Language): void {
  tabStorage.setItem(VISITOR_KEY, language);
  showInLanguage(language);
}

/** Keeps the choice of those who come back: Safari forgets a cookie that a script stored after seven days. */
export function renewLanguageCookie(): void {
  const language = getLocale();
  if (document.cookie.split('; ').includes(`${LANGUAGE_COOKIE}=${language}`)) storeCookie(language);
}

function storeCookie(language: Language): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that people use.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${ONE_YEAR_S}; samesite=lax${secure}`;
}

/** What a visitor chose in this tab before the account knows of it. */
export const readVisitorLanguage = (): string | null => tabStorage.getItem(VISITOR_KEY);
export const forgetVisitorLanguage = (): void => tabStorage.removeItem(VISITOR_KEY);

/** The language that this tab changed to last, whether or not the browser kept the cookie; null when it did not. */
export const readChangedLanguage = (): string | null => tabStorage.getItem(CHANGED_KEY);
