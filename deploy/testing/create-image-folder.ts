import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** The paths that the last stage of the Dockerfile copies, as [from, to]. */
export async function readImageCopies(): Promise<[from: string, to: string][]> {
  const text = await readFile(join(ROOT, 'deploy/Dockerfile'), 'utf8');
  const lastStage = text.slice(text.lastIndexOf('\nFROM '));
  return [...lastStage.matchAll(/^COPY (?!--)(.+)$/gm)].flatMap(([, line = '']) => {
    const names = line.trim().split(/\s+/);
    const target = names.pop() ?? '';
    return names.map((name): [string, string] => [name, target === './' ? name : target]);
  });
}

/** Whether .dockerignore includes a path. */
export const isInImage = (path: string) =>
  !/\.test\.tsx?$|\/testing(\/|$)|[/-]testing\.ts$|supabase\/tests(\/|$)|\/\.env/.test(path);

/** Creates a folder with the files of an image: those the Dockerfile copies and the installed packages, without the web build. */
export async function createImageFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [from, to] of await readImageCopies()) {
    if (!existsSync(join(ROOT, from))) throw new Error(`The Dockerfile copies ${from}, which is not there`);
    await cp(join(ROOT, from), join(folder, to), {
      recursive: true,
      filter: (path) => isInImage(relative(ROOT, path)),
    });
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}
