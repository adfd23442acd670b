import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

// Runs every measurement of this folder, one after another, so that none disturbs the next.
const own = basename(import.meta.filename);
const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.ts') && name !== own).toSorted();
let failures = 0;
for (const file of files) {
  console.log(`\n— ${basename(file, '.ts')}`);
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) failures += 1;
}
process.exit(failures === 0 ? 0 : 1);
