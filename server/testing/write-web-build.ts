import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Paths of the app, a part of those that a build lists. */
const PATHS = ['/', '/map', '/settings', '/reserve/*'];

/** Writes a build of the web app into a folder: its files by path. */
export async function writeWebBuild(folder: string, files: Record<string, string>) {
  for (const [path, text] of Object.entries({ 'paths.json': JSON.stringify(PATHS), ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
