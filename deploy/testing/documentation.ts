import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lexer, type Token, walkTokens } from 'marked';
import { ROOT } from './create-image-folder.ts';

const isHeading = (token: Token | undefined) => token?.type === 'heading';

/**
 * The code blocks between a heading of a document and the next heading, in their order, those in lists included.
 * @param document its path in the project, such as `docs/operating.md`
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
