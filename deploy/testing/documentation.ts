import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lexer, type Token, walkTokens } from 'marked';
import { findUnprivilegedUser } from '../../server/database/embedded/run-as.ts';
import { OLDEST_POSTGRES } from '../../server/testing/outside-postgres.ts';
import { ROOT } from './create-image-folder.ts';

const isHeading = (token: Token | undefined) => token?.type === 'heading';

/**
 * The code blocks between a heading of a document and the next heading, in their order, those in lists included.
 * @param document its path in the project, such as `docs/backup.md`
 * @param language of the blocks, as the document names it
 * @throws when there is no such heading, or no such block under it
 */
export async function readCodeBlocks(document: string, heading: string, language = 'sh'): Promise<string[]> {
  const tokens = lexer(await readFile(join(ROOT, document), 'utf8'));
  const start = tokens.findIndex((token) => token.type === 'heading' && token.text === heading);
  if (start === -1) throw new Error(`${document} has no heading "${heading}"`);
  const length = tokens.slice(start + 1).findIndex(isHeading);
  const section = tokens.slice(start + 1, length === -1 ? undefined : start + 1 + length);
  const blocks: string[] = [];
  walkTokens(section, (token) => {
    if (token.type === 'code' && token.lang === language) blocks.push(token.text);
  });
  if (blocks.length === 0) throw new Error(`${document} has no ${language} block under "${heading}"`);
  return blocks;
}

type Options = {
  /** What stands in the documentation, and what takes its place here. */
  replacements?: Readonly<Record<string, string>>;
  env?: Readonly<Record<string, string>>;
  /** What a person would type. */
  input?: string;
  /** Calls it as PostgreSQL's user when the tests run as root. */
  asPostgres?: boolean;
};

/** @throws Error when the documentation does not have what is replaced */
export function replaceDocumented(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The documentation has no ${from} in: ${text}`);
    return result.replaceAll(from, to);
  }, text);
}

/**
 * Runs commands of the documentation, with PostgreSQL's programs in the path.
 * @returns what they print
 * @throws Error with what they print when one of them fails
 */
export function runDocumented(commands: string, options: Options = {}): string {
  const { replacements = {}, env = {}, input = '', asPostgres = false } = options;
  // Without a terminal programs read passwords from their input.
  const { status, stdout, stderr } = spawnSync(
    'setsid',
    ['--wait', 'sh', '-euc', replaceDocumented(commands, replacements)],
    {
      ...(asPostgres ? findUnprivilegedUser() : null),
      cwd: '/',
      env: { PATH: `${OLDEST_POSTGRES}:${process.env.PATH}`, ...env },
      input,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`These commands ended with ${status}: ${commands}\n${stdout}${stderr}`);
  return stdout;
}
