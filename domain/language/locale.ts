import { isLanguage, LANGUAGE_COOKIE, type Language } from './languages.ts';

/** The language of everybody who asks for none that the product has. */
export const baseLocale: Language = 'en';

let present: Language = baseLocale;

/** The language of the page. The server never sets it: there each request has its own, which messages take as an option. */
export const getLocale = (): Language => present;

export function setLocale(language: Language): void {
  present = language;
}

const COOKIE = new RegExp(`(?:^|; *)${LANGUAGE_COOKIE}=([^;]*)`);

/** The language that a request's cookie chooses, or else the one that its browser prefers. web/index.html has the same rule. */
export function extractLocaleFromRequest({ headers }: Request): Language {
  const chosen = COOKIE.exec(headers.get('cookie') ?? '')?.[1];
  const preferred = (headers.get('accept-language') ?? '')
    .split(',')
    .map((preference) => {
      const [tag = '', quality = '1'] = preference.split(/;\s*q=/);
      return { language: tag.trim().toLowerCase().split('-')[0], quality: Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  return [chosen, ...preferred.map(({ language }) => language)].find(isLanguage) ?? baseLocale;
}

/** Something that is costly to create and differs by language, created once for each: that of the present language. */
export function createByLanguage<Thing>(create: (language: string) => Thing): () => Thing {
  const things = new Map<string, Thing>();
  return () => {
    const language = getLocale();
    const thing = things.get(language) ?? create(language);
    things.set(language, thing);
    return thing;
  };
}
