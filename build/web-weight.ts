import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
});
const manifestSchema = z.record(z.string(), chunk);

/** A script of the build and its size in bytes as it is sent, after Brotli. */
export type Script = { file: string; bytes: number };

/**
 * The scripts that a browser needs before the given sources run: their own files and all that they import at once.
 * What is loaded later, by `import()`, counts only when it is named as well.
 * @param folder the folder of the build
 * @param sources as they are called in Vite's manifest
 * @throws when the build knows no such source, or a script was not compressed
 */
export function scriptsOf(folder: string, sources: readonly string[]): Script[] {
  return filesOf(folder, sources)
    .filter((file) => /\.m?js$/.test(file))
    .map((file) => ({ file, bytes: sentBytes(join(folder, file)) }))
    .toSorted((a, b) => b.bytes - a.bytes);
}

/** The scripts and styles that the given sources and all that they import at once are made of. @throws as scriptsOf */
export function filesOf(folder: string, sources: readonly string[]): string[] {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')));
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const { file, imports, css } = manifest[name] ?? fail(name);
    for (const part of [file, ...css]) files.add(part);
    for (const imported of imports) visit(imported);
  };
  for (const source of sources) visit(source);
  return [...files];
}

/** Too small files are not compressed; they are sent as they are. */
function sentBytes(path: string): number {
  return (statSync(`${path}.br`, { throwIfNoEntry: false }) ?? statSync(path)).size;
}

function fail(name: string): never {
  throw new Error(`The build holds no ${name}`);
}
