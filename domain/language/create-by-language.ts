import { getLocale } from '#language';

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
