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
    const parameters = new Set([...catalogues.values()].map((catalogue) => listParameters(catalogue[key])));
    return [
      ...missing.map((language) => `${key} is missing in "${language}"`),
      ...(missing.length === 0 && parameters.size > 1
        ? [`${key} takes other parameters in one language than in another: ${[...parameters].join(' / ')}`]
        : []),
      ...(used.has(key) ? [] : [`${key} is used nowhere`]),
    ];
  });
}

function listParameters(message: unknown): string {
  const text = JSON.stringify(message ?? '');
  const names = [PARAMETER, DECLARED].flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => `{${name}}`));
  return [...new Set(names)].toSorted().join(' ');
}
