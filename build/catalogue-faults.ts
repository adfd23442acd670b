/** The messages of a language: sentences, or a list with one form for each plural category. */
export type Catalogue = Record<string, unknown>;

const PARAMETER = /(?<!\\)\{(\w+)\}/g;
/** A parameter that selects between forms; not every language has to say it. */
const DECLARED = /"input (\w+)"/g;
const USE = /\bm\.(\w+)/g;

/**
 * What is wrong with the catalogues, a sentence for each fault: a message that a language lacks, parameters that differ
 * between languages, and messages that no source uses as `m.name`.
 * @param catalogues by language, the first being the one that the others follow
 * @param sources the text of all files that may use messages
 */
export function findCatalogueFaults(catalogues: ReadonlyMap<string, Catalogue>, sources: readonly string[]): string[] {
  const used = new Set(sources.flatMap((source) => [...source.matchAll(USE)].map(([, key = '']) => key)));
  const keys = new Set([...catalogues.values()].flatMap((catalogue) => Object.keys(catalogue)));
  return [...keys].flatMap((key) => {
    const missing = [...catalogues].filter(([, catalogue]) => !(key in catalogue)).map(([language]) => language);
    const unknown =
      missing.length === 0 ? findUnknownParameters([...catalogues].map(([, { [key]: message }]) => message)) : [];
    return [
      ...missing.map((language) => `${key} is missing in "${language}"`),
      ...unknown.map((parameter) => `${key} says {${parameter}} in one language, which another does not know`),
      ...(used.has(key) ? [] : [`${key} is used nowhere`]),
    ];
  });
}

/** The parameters that a language says and another neither says nor declares, such as one for the form of a plural. */
function findUnknownParameters(messages: readonly unknown[]): string[] {
  const texts = messages.map((message) => JSON.stringify(message));
  const known = texts.map((text) => new Set([...listNames(text, PARAMETER), ...listNames(text, DECLARED)]));
  const said = new Set(texts.flatMap((text) => listNames(text, PARAMETER)));
  return [...said].filter((name) => known.some((names) => !names.has(name)));
}

const listNames = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
