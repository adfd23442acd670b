import type { Catalogue, Text } from '../domain/language/create-messages.ts';

const USE = /\bm\.(\w+)/g;
/** A name that ends with a value, such as sayByName(`audit_column_${column}`) or m[`reservation_status_${status}`]. */
const TEMPLATE = /\b(?:sayByName\(|m\[)`([^`]+)`/g;
/** The key of a problem, whose message is `problem_` and the same words. */
const PROBLEM = /'([a-z]+(?:-[a-z]+)*)'/g;

/**
 * What is wrong with the catalogues, a sentence for each fault: a message that a language lacks, parameters that differ
 * between languages, forms that do not cover every case, braces without their pair, and messages that no source uses as
 * `m.name`, by a template of the name or as a problem.
 * @param sources the text of all files that may use messages
 */
export function findCatalogueFaults(catalogues: ReadonlyMap<string, Catalogue>, sources: readonly string[]): string[] {
  const isUsed = createUseTest(sources);
  const keys = new Set([...catalogues.values()].flatMap((catalogue) => Object.keys(catalogue)));
  return [...keys].flatMap((key) => {
    const texts = [...catalogues].map(([language, { [key]: text }]) => ({ language, text }));
    const missing = texts.filter(({ text }) => text === undefined);
    const present = texts.flatMap(({ language, text }) => (text === undefined ? [] : [{ language, text }]));
    const unknown = missing.length === 0 ? findUnknown(present.map(({ text }) => text)) : [];
    return [
      ...missing.map(({ language }) => `${key} is missing in "${language}"`),
      ...unknown.map((parameter) => `${key} says ${parameter} in one language, which another does not know`),
      ...present.flatMap(({ language, text }) => findFormFaults(text, `${key} in "${language}"`)),
      ...(isUsed(key) ? [] : [`${key} is used nowhere`]),
    ];
  });
}

/** Finds whether a message is used in these sources. */
export function createUseTest(sources: readonly string[]): (key: string) => boolean {
  const used = new Set(sources.flatMap(listUsed));
  const templates = sources.flatMap(listTemplates);
  return (key) => used.has(key) || templates.some((template) => template.test(key));
}

const listUsed = (source: string): string[] => [
  ...[...source.matchAll(USE)].map(([, key = '']) => key),
  ...[...source.matchAll(PROBLEM)].map(([, key = '']) => `problem_${key.replaceAll('-', '_')}`),
];

const listTemplates = (source: string): RegExp[] =>
  [...source.matchAll(TEMPLATE)].map(([, name = '']) => new RegExp(`^${name.replaceAll(/\$\{[^}]*\}/g, '\\w+')}$`));

/** Without a last form for all other cases nothing would be said; a brace without its pair would be shown as it is. */
function findFormFaults(text: Text, where: string): string[] {
  const forms = typeof text === 'string' ? { '=*': text } : text;
  const isComplete =
    Object.keys(forms)
      .at(-1)
      ?.split(', ')
      .every((one) => one.endsWith('=*')) ?? false;
  const isPaired = Object.values(forms).every((form) => !/[{}]/.test(form.replaceAll(/\{[^{}]*\}/g, '')));
  return [
    ...(isComplete ? [] : [`${where} has no last form for all other cases, such as "count=*"`]),
    ...(isPaired ? [] : [`${where} has a brace without its pair`]),
  ];
}

const MARK = /\{[#/]\w+\}/g;
const listMarks = (text: Text): string[] => JSON.stringify(text).match(MARK) ?? [];

/** What stands in braces in one language, and in another neither in braces nor in a case such as "count=*". */
function findUnknown(texts: readonly Text[]): string[] {
  const known = texts.map((text) => [...listParameters(text).map((name) => `{${name}}`), ...listMarks(text)]);
  const said = texts.flatMap((text) => [...listSaid(text).map((name) => `{${name}}`), ...listMarks(text)]);
  return [...new Set(said)].filter((one) => known.some((names) => !names.includes(one)));
}

const SAID = /\{(\w+)\}/g;

/** The parameters that stand in braces in any form of a text. */
const listSaid = (text: Text): string[] =>
  (typeof text === 'string' ? [text] : Object.values(text)).flatMap((form) =>
    [...form.matchAll(SAID)].map(([, name = '']) => name),
  );

/** The parameters that a text says, and those that select its forms. */
function listParameters(text: Text): string[] {
  const cases = typeof text === 'string' ? [] : Object.keys(text).flatMap((form) => form.split(', '));
  return [...new Set([...listSaid(text), ...cases.map((one) => one.replace(/=.*/, ''))])];
}

/** A module with the type of every message's parameters, in all languages together. */
export function describeParameters(catalogues: readonly Catalogue[]): string {
  const [base = {}] = catalogues;
  const lines = Object.entries(base).map(([name, text]) => {
    const parameters = new Set(catalogues.flatMap(({ [name]: own = '' }) => listParameters(own)));
    const type = [...parameters].map((parameter) => `'${parameter}'`).join(' | ') || 'never';
    const example = typeof text === 'string' ? text : Object.values(text).at(-1);
    return `  /** ${example} */\n  ${name}: ${type};`;
  });
  return `// Written by build/check-messages.ts.\nexport type MessageParameters = {\n${lines.join('\n')}\n};\n`;
}
