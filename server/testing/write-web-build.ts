import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LANGUAGES } from '../../domain/language/languages.ts';

/** Writes a build of the web app for each language into a folder: its files by path. */
export async function writeWebBuild(folder: string, listFiles: (language: string) => Record<string, string>) {
  for (const language of Object.keys(LANGUAGES)) {
    for (const [path, text] of Object.entries(listFiles(language))) {
      await mkdir(dirname(join(folder, language, path)), { recursive: true });
      await writeFile(join(folder, language, path), text);
    }
  }
}
