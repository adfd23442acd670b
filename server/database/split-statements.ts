/** A statement of a file and the line it begins on, counted from 1. */
export type Statement = { text: string; line: number };

/**
 * What may hold a semicolon that ends nothing: comments, strings, quoted names and bodies between dollars. Comments within
 * comments are the one thing it does not know.
 */
const OPAQUE = [
  String.raw`--[^\n]*`,
  String.raw`/\*[\s\S]*?\*/`,
  String.raw`\b[eE]'(?:[^'\\]|''|\\[\s\S])*'`,
  `'(?:[^']|'')*'`,
  '"(?:[^"]|"")*"',
  String.raw`(?<tag>\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\k<tag>`,
].join('|');

/** Cuts a file into its statements, to say where one of them failed. */
export function splitStatements(file: string): Statement[] {
  const statements: Statement[] = [];
  let start = 0;
  const add = (end: number) => {
    const text = file.slice(start, end);
    const before = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*/.exec(text)?.[0] ?? '';
    if (before.length < text.length) {
      const line = file.slice(0, start + before.length).split('\n').length;
      statements.push({ text: text.slice(before.length), line });
    }
    start = end;
  };
  for (const match of file.matchAll(new RegExp(`${OPAQUE}|;`, 'g'))) {
    if (match[0] === ';') add(match.index + 1);
  }
  add(file.length);
  return statements;
}
