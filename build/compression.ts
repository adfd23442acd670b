import { readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressWithBrotli = promisify(brotliCompress);
const compressWithGzip = promisify(gzip);

const COMPRESSED = /\.(html|css|json|m?js|svg|wasm)$/;
/** Very small files are sent as they are. */
const MIN_BYTES = 1000;
/** The highest level, 11, takes ten times as long for files that are 5 % smaller. */
const BROTLI_LEVEL = 9;

/** Writes a Brotli and a gzip file beside each file that gets smaller by it. */
export const compression: Plugin = {
  name: 'compression',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir = '' }) {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((file) => join(dir, file));
      await Promise.all(files.filter((file) => COMPRESSED.test(file)).map(compress));
    },
  },
};

async function compress(file: string): Promise<void> {
  if (statSync(file).size < MIN_BYTES) return;
  const content = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL };
  await writeFile(`${file}.br`, await compressWithBrotli(content, { params }));
  await writeFile(`${file}.gz`, await compressWithGzip(content));
}
