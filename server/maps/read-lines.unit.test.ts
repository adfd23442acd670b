import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLines } from './map-data.ts';

test('lines come whole, also where a letter or a line goes on in the next piece of the file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-lines-'));
  const lines = ['', 'a', 'ñ'.repeat(700_000), 'b', `x${'ñ'.repeat(700_000)}`, 'é'].map((text, i) => `${i}${text}`);
  await writeFile(join(folder, 'lines'), `${lines.join('\n')}`);

  expect([...readLines(join(folder, 'lines'))]).toEqual(lines);
  await rm(folder, { recursive: true });
});
