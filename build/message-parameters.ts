import type { Catalogue, Text } from '../domain/language/create-messages.ts';

const SAID = /\{(\w+)\}/g;

/** The parameters that stand in braces in any form of a text. */
export const listSaid = (text: Text): string[] =>
  (typeof text === 'string' ? [text] : Object.values(text)).flatMap((form) =>
    [...form.matchAll(SAID)].map(([, name = '']) => name),
  );

/** The parameters that a text says, and those that select its forms. */
export function listParameters(text: Text): string[] {
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
