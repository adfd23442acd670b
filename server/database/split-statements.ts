/** The line is where the statement begins, counted from 1. */
export type Statement = { text: string; line: number };

/** Tokens that may contain a semicolon: comments (not nested ones), strings, quoted names and dollar-quoted bodies. */
const OPAQUE = [
  String.raw`--[^\n]*`,
  String.raw`/\*[\s\S]*?\*/`,
  String.raw`\b[eE]'(?:[^'\\]|''|\\[\s\S])*'`,
  `'(?:[^']|'')*'`,
  '"(?:[^"]|"")*"',
  String.raw`(?<tag>\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\k<tag>`,
].join('|');

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
