import * as z from 'zod';

/** The messages of a language: sentences, or a list with one form for each plural category. */
export type Catalogue = Record<string, unknown>;

/** Also the marks around a link or bold words, such as {#link} and {/link}. */
const PARAMETER = /(?<!\\)\{([#/]?\w+)\}/g;
/** A parameter that selects between forms; not every language has to say it. */
const DECLARED = /"input (\w+)"/g;
const USE = /\bm\.(\w+)/g;

/**
 * What is wrong with the catalogues, a sentence for each fault: a message that a language lacks, parameters that differ
 * between languages, forms that do not cover every case, braces without their pair, and messages that no source uses as
 * `m.name`.
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
      ...[...catalogues].flatMap(([language, { [key]: message }]) =>
        findFormFaults(message, `${key} in "${language}"`),
      ),
      ...(used.has(key) ? [] : [`${key} is used nowhere`]),
    ];
  });
}

/** A list holds the forms of a message by what selects them, such as "form=one" or "code=1, kind=*". */
const formsSchema = z.tuple([z.object({ match: z.record(z.string(), z.string()) })]);

/** Without a form for all other cases a person would read the key; a brace without its pair would be shown as it is. */
function findFormFaults(message: unknown, where: string): string[] {
  const forms = formsSchema.safeParse(message).data?.[0].match ?? { '*': String(message ?? '') };
  const isComplete = Object.keys(forms).some((cases) => cases.split(',').every((one) => one.trim().endsWith('*')));
  const isPaired = Object.values(forms).every((text) => !/[{}]/.test(text.replaceAll(/\\[{}]|\{[^{}]*\}/g, '')));
  return [
    ...(isComplete ? [] : [`${where} has no form for all other cases, such as "form=*"`]),
    ...(isPaired ? [] : [`${where} has a brace without its pair`]),
  ];
}

/** The parameters that a language says and another neither says nor declares, such as one for the form of a plural. */
function findUnknownParameters(messages: readonly unknown[]): string[] {
  const texts = messages.map((message) => JSON.stringify(message));
  const known = texts.map((text) => new Set([...listNames(text, PARAMETER), ...listNames(text, DECLARED)]));
  const said = new Set(texts.flatMap((text) => listNames(text, PARAMETER)));
  return [...said].filter((name) => known.some((names) => !names.has(name)));
}

const listNames = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
